import { languages } from '@unspoken/contract/languages';

/** Files beside the pages, for browsers that install the product and for search engines. The server fills in the marks. */

/** Source: W3C Web Application Manifest. */
export const manifest = (): string =>
  JSON.stringify(
    {
      name: '[[product]]',
      short_name: '[[product]]',
      start_url: '/',
      id: '/',
      display: 'standalone',
      background_color: '#f7f1e8',
      theme_color: '#f7f1e8',
      categories: ['social', 'lifestyle'],
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
    },
    null,
    2,
  );

/** Keeps crawlers away from pages that concern only their user. Source: RFC 9309. */
export const robots = (): string =>
  [
    'User-agent: *',
    ...['/api/', '/account/', '/experience', '/xp-i/', '/testing/', '/confirmemail/', '/resetpassword/', '/unsubscribe/'].map(
      (path) => `Disallow: ${path}`,
    ),
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
