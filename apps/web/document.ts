import { type Language, languages } from '@unspoken/contract/languages';

/** The document around a page: what browsers, search engines and link previews read of it. */

export interface Head {
  /** The page it contains, if that page is prerendered. */
  readonly path?: string;
  readonly language?: Language;
  readonly title?: string;
  readonly body?: string;
}

/** The address of the service; the server fills it in. */
const origin = '[[origin]]';
const locales: Readonly<Record<Language, string>> = {
  en: 'en_GB',
  fr: 'fr_FR',
  de: 'de_DE',
  it: 'it_IT',
  pt: 'pt_PT',
  es: 'es_ES',
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The first sentences of a page, for search results and link previews. */
function summaryOf(body: string): string {
  const words = [...(body.match(/<main[\s\S]*?<\/main>/)?.[0] ?? '').matchAll(/<p[^>]*>([\s\S]*?)<\/p>/g)]
    .map(([, inner = '']) => inner.replace(/<[^>]*>/g, '').trim())
    .find((text) => text.length > 40);
  const text = (words ?? '').replaceAll('&#x27;', '’').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return text.length <= 160 ? text : `${text.slice(0, 159).replace(/\s+\S*$/, '')} …`;
}

const addressOf = (path: string, language: Language): string => `${origin}${path}?lang=${language}`;

/** The tags in the head of a page, beside those of the build. */
export function headOf({ path, language, title = '', body = '' }: Head): string {
  if (path === undefined || language === undefined) return '<meta name="robots" content="noindex" />';
  const summary = escaped(summaryOf(body));
  const others = languages.filter((each) => each !== language);
  return [
    `<meta name="description" content="${summary}" />`,
    `<link rel="canonical" href="${origin}${path}[[query]]" />`,
    ...languages.map((each) => `<link rel="alternate" hreflang="${each}" href="${addressOf(path, each)}" />`),
    `<link rel="alternate" hreflang="x-default" href="${origin}${path}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="[[product]]" />',
    `<meta property="og:title" content="${escaped(title)}" />`,
    `<meta property="og:description" content="${summary}" />`,
    `<meta property="og:url" content="${origin}${path}[[query]]" />`,
    `<meta property="og:image" content="${origin}/share.png" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    `<meta property="og:locale" content="${locales[language]}" />`,
    ...others.map((each) => `<meta property="og:locale:alternate" content="${locales[each]}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ');
}

/** A page as it is sent: the built document with the content of the page in it. */
export const documentOf = (
  index: string,
  {
    title,
    body,
    head,
    language,
  }: { readonly title: string; readonly body: string; readonly head: string; readonly language: Language },
): string =>
  index
    .replace(/<html lang="\w+"/, () => `<html lang="${language}"`)
    .replace(/<title>.*<\/title>/, () => `<title>${escaped(title)}</title>\n    ${head}`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>\n    [[configuration]]`);
