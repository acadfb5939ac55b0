import { languages } from '@unspoken/contract/accounts';
import { errorCatalogue } from '@unspoken/contract/errors';
import { fieldTexts } from '@unspoken/contract/fields';
import { files, read } from './files.ts';

/** Keys whose last part is made at run time; each line is one such place in the client. */
const dynamic = [
  /^encounters:guidance\.rules\.\w+$/,
  /^encounters:ended\.\w+\.(title|text|before)$/,
  /^lobby:values\.\w+\.(title|text)$/,
  /^lobby:connect\.pools\.\w+$/,
  /^accounts:(signin|register|social|apply)\.title$/,
  /^accounts:waiting\.\w+\.(title|text)$/,
  /^accounts:subscription\.\w+\.(title|text)$/,
  /^accounts:apply\.references\.\w+$/,
  /^feedback:(content|\w+Answer)$/,
  /^common:announcements\.\w+$/,
  /^accounts:register\.read\.\w+$/,
  /^moderation:report\.(groups|reasons)\.\w+$/,
  /^circle:confirm(Remove|Block)\.\w+$/,
  /^pages:camera\.\w+\.(title|text)$/,
  /^pages:camera\.allow\.\w+$/,
  /^testing:(rows|states|verdict)\.\w+$/,
  /^errors:\w+$/,
];

type Tree = { readonly [key: string]: string | Tree };

const keysOf = (tree: Tree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );

const singular = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

/** Every text in every language that has begun; none unused; every error with its words. */
export function checkTexts(): string[] {
  const findings: string[] = [];
  const texts = new Map<string, Set<string>>();
  for (const path of files('.json').filter((each) => each.startsWith('apps/web/locales/'))) {
    const [, , , language, file] = path.split('/') as [string, string, string, string, string];
    const keys = texts.get(language) ?? new Set();
    for (const key of keysOf(JSON.parse(read(path)))) keys.add(`${file.replace('.json', '')}:${singular(key)}`);
    texts.set(language, keys);
  }
  const english = texts.get('en') ?? new Set();
  for (const [language, keys] of texts) {
    if (!languages.some((each) => each === language)) findings.push(`${language} is none of the languages`);
    for (const key of english) if (!keys.has(key)) findings.push(`${language} lacks ${key}`);
    for (const key of keys) if (!english.has(key)) findings.push(`${language} has ${key}, which English has not`);
  }
  const needed = [...Object.keys(errorCatalogue), ...Object.keys(fieldTexts).map((each) => `field_${each}`)];
  for (const code of needed) if (!english.has(`errors:${code}`)) findings.push(`no words for the error ${code}`);
  const source = files('.ts', '.tsx')
    .filter((path) => path.startsWith('apps/web/src/'))
    .map(read)
    .join('\n');
  const used = new Set([...source.matchAll(/['"`]((?:\w+:)?[\w.]+)['"`]/g)].map(([, key]) => key as string));
  for (const key of english) {
    const [, bare] = key.split(':') as [string, string];
    if (!used.has(bare) && !used.has(key) && !dynamic.some((pattern) => pattern.test(key)))
      findings.push(`${key} is used nowhere`);
  }
  return findings;
}
