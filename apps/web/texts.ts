import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const locales = fileURLToPath(new URL('./locales', import.meta.url));
const brand = fileURLToPath(new URL('../../brand/texts', import.meta.url));
const prefix = 'texts:';

/** The texts of the public pages; a visitor who only reads needs no others. */
const publicTexts = ['brand', 'common', 'lobby', 'pages'];
/** The texts of pages that are seldom opened, and never on the way to an encounter. */
const seldomTexts = [
  'camera',
  'console',
  'dueprocess',
  'feedback',
  'hosting',
  'membership',
  'settings',
  'standing',
  'studio',
  'testing',
];

/** The texts of what is added to the specified minute, loaded beside its parts. */
const lookingTexts = ['looking'];

/** The texts of the two taps of feeling, loaded beside them. */
const feelingTexts = ['feelings'];

/** The texts of the guard, which most installations do not have. */
const guardTexts = ['guard'];

const groups = {
  ...{ public: publicTexts, seldom: seldomTexts, looking: lookingTexts },
  ...{ feelings: feelingTexts, guard: guardTexts },
};
const groupOf = (name: string): string => Object.entries(groups).find(([, names]) => names.includes(name))?.[0] ?? 'rest';

/** What the service worker says, in every language: it is one script for all. */
async function pushTexts(): Promise<string> {
  const bundles = await Promise.all(
    (await readdir(locales)).map(async (language) => {
      const named = async (name: string) => JSON.parse(await readFile(join(locales, language, `${name}.json`), 'utf8'));
      const [{ ring, push }, { call, alone, late }] = [await named('notifications'), await named('rendezvous')];
      const { title, text, seldom } = ring;
      return [language, { ring: { title, text, seldom }, rendezvous: { call, alone, late }, ...push }] as const;
    }),
  );
  return `export default ${JSON.stringify(Object.fromEntries(bundles))};`;
}

/**
 * The texts of one language as five modules: `texts:fr` for the public pages, `texts:fr/seldom` for pages that are seldom opened,
 * `texts:fr/looking` for what is added to the minute, `texts:fr/feelings` for the two taps of feeling, `texts:fr/guard` for the guard, and
 * `texts:fr/rest` for all others. Each takes one request, and no browser loads the texts of another language. `texts:push` are those of the
 * service worker.
 */
export const texts = (): Plugin => ({
  name: 'texts',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}.js` : undefined),
  async load(id) {
    const named = id.startsWith(`\0${prefix}`) && id.slice(prefix.length + 1, -'.js'.length);
    if (!named) return undefined;
    if (named === 'push') return pushTexts();
    const [language = '', group = 'public'] = named.split('/');
    const own = (await readdir(join(locales, language))).map((name) => join(locales, language, name));
    const files = [...own, join(brand, language, 'brand.json')].filter((file) => groupOf(basename(file, '.json')) === group);
    for (const file of files) this.addWatchFile(file);
    const bundles = await Promise.all(
      files.map(async (file) => `${JSON.stringify(basename(file, '.json'))}: ${await readFile(file, 'utf8')}`),
    );
    return `export default {${bundles.join(',')}};`;
  },
});
