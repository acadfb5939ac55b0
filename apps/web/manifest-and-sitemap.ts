import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@unspoken/contract/languages';

/** Files beside the pages, for browsers that install the product and for search engines. The server fills in the marks. */

const locales = join(import.meta.dirname, 'locales');

type Texts = Readonly<Record<Language, string>>;

/** A text of the interface in every language, with the mark for the name of the product. */
async function textsOf(file: string, ...key: readonly string[]): Promise<Texts> {
  const entries = languages.map(async (language) => {
    const texts: unknown = JSON.parse(await readFile(join(locales, language, `${file}.json`), 'utf8'));
    const text = key.reduce((tree, part) => (tree as Record<string, unknown>)[part], texts) as string;
    return [language, text.replaceAll('{{product}}', '[[product]]')] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Texts;
}

/** A member of the manifest in the manifest's own language, and in all others for browsers that choose. */
function localized(name: string, { en, ...others }: Texts): Readonly<Record<string, unknown>> {
  return { [name]: en, [`${name}_localized`]: others };
}

const icon = (name: string, size: number, more: object = {}) => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...more,
});

const screenshot = (name: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src: `/screen-${name}-${form_factor}.png`,
  sizes,
  type: 'image/png',
  form_factor,
  label,
});

/**
 * One document for all languages: the server does not know for whom it is requested. Sources: W3C Web Application Manifest; for
 * `shortcuts`, `screenshots` and `launch_handler` the WICG's Manifest App Info and Launch Handler.
 */
export async function manifest(): Promise<string> {
  const shortcuts = [
    { url: '/', name: await textsOf('lobby', 'connect', 'button'), picture: 'shortcut-connect' },
    { url: '/gatherings', name: await textsOf('common', 'pages', 'gatherings'), picture: 'shortcut-gatherings' },
    { url: '/account/notifications', name: await textsOf('notifications', 'title'), picture: 'shortcut-notifications' },
  ];
  return JSON.stringify(
    {
      name: '[[product]]',
      short_name: '[[product]]',
      ...localized('description', await textsOf('lobby', 'banner', 'text')),
      lang: 'en',
      dir: 'ltr',
      start_url: '/',
      scope: '/',
      id: '/',
      display: 'standalone',
      // The pictures of a minute fit every aspect ratio, and a phone may lie or stand.
      orientation: 'any',
      // A shortcut, or a link into the product, comes to the window that is open, where somebody may be waiting.
      launch_handler: { client_mode: ['focus-existing', 'auto'] },
      background_color: '#f7f1e8',
      theme_color: '#f7f1e8',
      categories: ['social', 'lifestyle'],
      icons: [
        icon('icon-192', 192),
        icon('icon-512', 512),
        icon('icon-maskable-512', 512, { purpose: 'maskable' }),
        { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
      shortcuts: shortcuts.map(({ url, name, picture }) => ({ ...localized('name', name), url, icons: [icon(picture, 192)] })),
      screenshots: [
        screenshot('lobby', '780x1720', 'narrow', 'Who is here, and Connect'),
        screenshot('gatherings', '780x1720', 'narrow', 'Gatherings, when many meet at once'),
        screenshot('lobby', '1280x800', 'wide', 'Who is here, and Connect'),
        screenshot('gatherings', '1280x800', 'wide', 'Gatherings, when many meet at once'),
      ],
    },
    null,
    2,
  );
}

/** Keeps crawlers away from pages that concern only their user. Source: RFC 9309. */
export const robots = (): string =>
  [
    'User-agent: *',
    ...[
      '/api/',
      '/account/',
      '/experience',
      '/xp-i/',
      '/testing/',
      '/confirmemail/',
      '/resetpassword/',
      '/unsubscribe/',
      '/joinlist/',
    ].map((path) => `Disallow: ${path}`),
    'Sitemap: [[origin]]/sitemap.xml',
    '',
  ].join('\n');

/** Every public page in every language. Source: sitemaps.org 0.9, with alternates as search engines read them. */
export const sitemap = (paths: readonly string[]): string => {
  const addressOf = (path: string, language: string) => `[[origin]]${path}?lang=${language}`;
  const alternates = (path: string) =>
    languages
      .map((language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${addressOf(path, language)}"/>`)
      .join('');
  const urls = paths.flatMap((path) =>
    languages.map((language) => `<url><loc>${addressOf(path, language)}</loc>${alternates(path)}</url>`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
};
