import { errorCatalogue } from '@unspoken/contract/errors';
import { fieldTexts } from '@unspoken/contract/fields';
import { languages } from '@unspoken/contract/languages';
import { files, read } from './files.ts';

/** Keys whose last part is composed at run time; each line stands for one such place in the client. */
const dynamic = [
  // Read as a whole, not by key.
  /^(mails|brand):/,
  /^encounters:guidance\.rules\.\w+$/,
  /^looking:wishes\.\w+\.(label|text)$/,
  /^looking:framing\.\w+$/,
  /^feelings:steps\.\w+$/,
  /^looking:signs\.\w+$/,
  /^encounters:ended\.\w+\.(title|text|before)$/,
  /^lobby:values\.\w+\.(title|text)$/,
  /^lobby:carousel\.slides\.\w+\.(title|text)$/,
  /^lobby:player\.captions\.\w+$/,
  /^lobby:pause\.\w+$/,
  /^lobby:connect\.pools\.\w+$/,
  /^accounts:(signin|register|social|apply)\.title$/,
  /^accounts:waiting\.\w+\.(title|text)$/,
  /^settings:subscription\.\w+\.(title|text)$/,
  /^accounts:apply\.references\.\w+$/,
  /^feedback:(content|\w+Answer)$/,
  /^common:announcements\.\w+$/,
  /^common:pages\.\w+$/,
  /^accounts:register\.read\.\w+$/,
  /^moderation:report\.(groups|reasons)\.\w+$/,
  /^standing:standing\.(conduct|kinds|by|rules|appeal)\.\w+$/,
  /^dueprocess:reports\.states\.\w+$/,
  /^dueprocess:transparency\.figures\.\w+$/,
  /^dueprocess:effect\.changes\.\w+$/,
  /^console:parts\.\w+$/,
  /^console:experiences\.(states|decisions)\.\w+$/,
  /^console:categories\.(up|down|remove|keep)$/,
  /^console:gatherings\.(approve|refuse)$/,
  /^console:welcomers\.(approve|decline|end)$/,
  /^console:welcomers\.(since|notNow|reason)\.\w+$/,
  /^settings:(unsubscribe|invitations|joinList|refuse)\.\w+$/,
  /^settings:welcoming\.states\.\w+$/,
  /^console:gatherings\.fields\.\w+$/,
  /^console:encounters\.(endings|ways)\.\w+$/,
  /^console:waiting\.(approve|decline|ask)$/,
  /^console:people\.roles\.\w+$/,
  /^console:ledger\.(number|when|what|who|case)$/,
  /^console:platform\.pauses\.\w+$/,
  /^console:queue\.(kinds|states|rank|outcomes)\.\w+$/,
  /^console:case\.(words|acts|heldBack|holdCauses|ends)\.[\w ]+$/,
  /^console:decide\.decisions\.\w+$/,
  /^console:confirm\.\w+\.(title|text)$/,
  /^circle:confirm(Remove|Block)\.\w+$/,
  /^camera:\w+\.(title|text)$/,
  /^camera:allow\.\w+$/,
  /^testing:(rows|states|verdict)\.\w+$/,
  /^gatherings:places\.\w+$/,
  /^gatherings:done\.\w+$/,
  /^experiences:panel\.(copied|copyByHand)$/,
  /^gatherings:one\.(copied|copyByHand)$/,
  /^groupspace:in\.\w+$/,
  /^groupspace:(closed|over|full|notFound)\.(title|text)$/,
  /^groupspace:waiting\.(next|standsIn)(Text)?$/,
  /^hosting:hosting\.(sent|changed|cancelled)$/,
  /^hosting:hosting\.state\.\w+$/,
  /^hosting:figures\.\w+$/,
  /^scripts:entering\.(look|hear|speak|hearSpeak)$/,
  /^scripts:microphone\.(on|off|kept|partner)$/,
  /^scripts:failure\.\w+\.\w+$/,
  /^notifications:(quietFrom|quietTo|dailyCap|alert\.(unsupported|denied)|switch\.(anyone|myCircle)|ring\.(title|text|seldom)|devices\.(sent|notSent|failed))$/,
  // The service worker has them as one object.
  /^notifications:push\./,
  /^rendezvous:(call|alone|late)\./,
  /^waits:promise\.(few|nobody)$/,
  /^membership:join\.(anyone|waiting|free)$/,
  /^membership:donate\.(donation|places)$/,
  /^membership:payment\.(title|order|done|settling)\.\w+$/,
  /^membership:declare\.(cancellation|withdrawal)\.\w+$/,
  /^membership:redeem\.(undo|cancellation|withdrawal)\.\w+$/,
  /^membership:place\.(refusal|done|kind)\.\w+$/,
  /^membership:place\.trial_\w+$/,
  /^membership:books\.lines\.\w+$/,
  /^console:money\.(mode|refundState|reasons|refunded|execute)\.\w+$/,
  /^membership:test\.\w+$/,
  /^membership:own\.(state|purpose)\.\w+$/,
  /^studio:(phases|states|timeline|places|decision)\.\w+$/,
  /^studio:findings\.SCR-\d+$/,
  /^studio:items\.add\.\w+$/,
  /^studio:keeping\.\w+$/,
  /^studio:files\.(upload|hint|refused)\.\w+$/,
  /^studio:frame\.\w+Duration$/,
  /^errors:\w+$/,
];

type Tree = { readonly [key: string]: string | Tree } | readonly Tree[];

const entriesOf = (tree: Tree, prefix = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : entriesOf(value, `${prefix}${key}.`),
  );

const plural = /_(zero|one|two|few|many|other)$/;
const singular = (key: string): string => key.replace(plural, '');

/** The keys of a language, each with the placeholders and tags of its text. */
type Texts = Map<string, Set<string>>;

/** A text with plurals has a form for each plural category of its language, and no other. */
function wrongPlurals(language: string, keys: readonly string[]): string[] {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted().join();
  const withPlurals = keys.filter((key) => plural.test(key));
  return [...Map.groupBy(withPlurals, singular)].flatMap(([key, forms]) => {
    const own = forms.map((form) => plural.exec(form)?.[1] ?? '').toSorted();
    return own.join() === wanted ? [] : [`${language} has ${key} for ${own}, and counts in ${wanted}`];
  });
}

/** The texts of the interface, of mails, and of the operator. */
const folders = /^(?:apps\/web\/locales|apps\/server\/locales|brand\/texts)\/(\w+)\/(\w+)\.json$/;

function readTexts(findings: string[]): ReadonlyMap<string, Texts> {
  const texts = new Map<string, Texts>(languages.map((language) => [language, new Map()]));
  for (const path of files('.json')) {
    const [, language, file] = folders.exec(path) ?? [];
    if (!language || !file) continue;
    const own = texts.get(language);
    if (!own) {
      findings.push(`${language} is none of the languages`);
      continue;
    }
    const entries = entriesOf(JSON.parse(read(path)));
    const keys = entries.map(([key]) => key);
    findings.push(...wrongPlurals(language, keys));
    for (const [key, text] of entries) {
      const name = `${file}:${singular(key)}`;
      const filled = own.get(name) ?? new Set();
      for (const [placeholder] of text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)) filled.add(placeholder);
      own.set(name, filled);
    }
  }
  return texts;
}

/** The server does not know the name of the product. The final full stop may differ: requirements/calls 7.16 gives one text without it. */
const comparable = (text: string): string => text.replace('{{product}}', 'The service').replace(/\.$/, '');

/** The English of an error is the same in the catalogue of the contract and in the interface. */
function checkErrors(): string[] {
  const interfaceTexts = new Map(entriesOf(JSON.parse(read('apps/web/locales/en/errors.json'))));
  const contractTexts = [
    ...Object.entries(errorCatalogue).map(([code, [, text]]) => [code, text] as const),
    ...Object.entries(fieldTexts).map(([code, text]) => [`field_${code}`, text] as const),
  ];
  return contractTexts.flatMap(([code, text]) => {
    const shown = interfaceTexts.get(code);
    if (shown === undefined) return [`no words for the error ${code}`];
    return comparable(shown) === comparable(text)
      ? []
      : [`the error ${code} is "${text}" in the contract, and "${shown}" in the interface`];
  });
}

/** Every text exists in every language with the same placeholders, none is unused, and every error code has one text. */
export function checkTexts(): string[] {
  const findings: string[] = [];
  const texts = readTexts(findings);
  const english: Texts = texts.get('en') ?? new Map();
  for (const [language, own] of texts) {
    for (const [key, filled] of english) {
      const theirs = own.get(key);
      if (!theirs) findings.push(`${language} lacks ${key}`);
      else if ([...theirs].toSorted().join() !== [...filled].toSorted().join())
        findings.push(
          `${language} fills ${key} with ${[...theirs].join(' ') || 'nothing'}, English with ${[...filled].join(' ') || 'nothing'}`,
        );
    }
    for (const key of own.keys()) if (!english.has(key)) findings.push(`${language} has ${key}, which English has not`);
  }
  findings.push(...checkErrors());
  const source = files('.ts', '.tsx')
    .filter((path) => path.startsWith('apps/web/src/'))
    .map(read)
    .join('\n');
  const used = new Set([...source.matchAll(/['"`]((?:\w+:)?[\w.]+)['"`]/g)].map(([, key]) => key as string));
  for (const key of english.keys()) {
    const [, bare] = key.split(':') as [string, string];
    if (!used.has(bare) && !used.has(key) && !dynamic.some((pattern) => pattern.test(key)))
      findings.push(`${key} is used nowhere`);
  }
  return findings;
}
