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

/** The errors that only occur on those pages: of studio, payments, console and due process. */
const seldomErrors = [
  ...['type_taken', 'draft_changed', 'script_not_proven', 'not_reviewable', 'page_needed', 'slug_taken', 'file_not_ready'],
  ...['upload_refused', 'quota_used', 'file_in_use', 'categories_changed', 'category_in_use'],
  ...['field_rights_needed', 'field_promotion_refused'],
  ...['payments_closed', 'too_many_declined', 'payment_not_found', 'payment_pending', 'membership_exists', 'dispute_open'],
  ...['no_membership', 'invoice_open', 'payment_method_not_found', 'payment_method_in_use', 'cost_differs', 'refund_too_large'],
  ...['place_too_early', 'trial_used', 'invalid_declaration_link', 'withdrawal_over', 'field_amount_small'],
  ...['field_amount_large', 'field_amount_unconfirmed', 'field_contract_blank'],
  ...['case_taken', 'other_person_needed', 'appeal_not_possible', 'case_changed', 'last_admin', 'field_facts_blank'],
  ...['field_decision_blank', 'field_rule_blank', 'field_role_blank', 'field_appeal_blank', 'field_notice_blank'],
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

type Errors = Readonly<Record<string, string>>;

/** The errors of one group: the browser adds those that load later to those that it has. Throws if one is listed that does not exist. */
function errorsOf(all: Errors, group: string): Errors {
  const unknown = seldomErrors.filter((code) => !(code in all));
  if (unknown.length > 0) throw new Error(`There are no errors ${unknown.join(', ')}.`);
  return Object.fromEntries(Object.entries(all).filter(([code]) => seldomErrors.includes(code) === (group === 'seldom')));
}

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
    const files = [...own, join(brand, language, 'brand.json')].filter((file) => {
      const name = basename(file, '.json');
      return groupOf(name) === group || (name === 'errors' && group === 'seldom');
    });
    for (const file of files) this.addWatchFile(file);
    const bundles = await Promise.all(
      files.map(async (file) => {
        const [name, text] = [basename(file, '.json'), await readFile(file, 'utf8')];
        return `${JSON.stringify(name)}: ${name === 'errors' ? JSON.stringify(errorsOf(JSON.parse(text), group)) : text}`;
      }),
    );
    return `export default {${bundles.join(',')}};`;
  },
});
