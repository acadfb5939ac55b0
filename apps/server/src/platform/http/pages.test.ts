import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languageOf, Pages, type PreviewOf } from './pages.ts';

let folder: string;
let app: FastifyInstance;
/** The pages as they are shown before production. */
let before: Pages;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unspoken-pages-'));
  for (const language of ['en', 'fr']) {
    await mkdir(join(folder, language));
    await writeFile(join(folder, language, 'faq.html'), `<p>${language}: [[product]] at [[origin]], [[support]] [[other]]</p>`);
    await writeFile(join(folder, language, 'offline.html'), `<p>${language}: offline</p>`);
    await writeFile(
      join(folder, language, 'shell.html'),
      `<title>App</title><meta name="robots" content="noindex" /><div>${language}: shell</div>[[configuration]]`,
    );
  }
  await writeFile(join(folder, 'robots.txt'), 'Sitemap: [[origin]]/sitemap.xml');
  const installation = {
    productName: 'Silence & <Co>',
    supportEmail: 'help@example.org',
    origin: 'https://example.org',
    configuration: { productName: '</script>', samples: false },
  };
  await writeFile(join(folder, 'en', 'about.html'), '<p>about</p>');
  await writeFile(join(folder, 'en', 'about.samples.html'), '<p>about, with samples</p>');
  const pages = await Pages.read(folder, installation);
  before = await Pages.read(folder, { ...installation, configuration: { samples: true } });
  expect(pages.file('robots.txt')?.toString()).toBe('Sitemap: https://example.org/sitemap.xml');
  app = Fastify();
  const previewOf: PreviewOf = async (pathname) =>
    pathname === '/gathering/one'
      ? { title: 'Ann & Ben', description: 'Tonight "at eight"', imagePath: '/api/card.png?lang=en' }
      : undefined;
  app.get('/*', (request, reply) => pages.send(request, reply, previewOf));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('[WEB-26] a public page is sent in the language of its address, else of the cookie, else of Accept-Language', async () => {
  const of = (cookie: string | undefined, accepted: string | undefined, search = '') =>
    languageOf({ headers: { cookie, 'accept-language': accepted } }, new URLSearchParams(search));
  expect(of(undefined, undefined)).toBe('en');
  expect(of(undefined, 'nl, pt-BR;q=0.8, de;q=0.9')).toBe('de');
  expect(of('a=b; language=it', 'de')).toBe('it');
  expect(of('language=xx', 'de')).toBe('de');
  expect(of('language=it', 'de', 'lang=fr')).toBe('fr');
  expect((await ask('/faq', { 'accept-language': 'fr-CH' })).body).toMatch(/^<p>fr: /);
});

test('[WEB-26] the values of the installation are inserted, escaped so that none is read as markup', async () => {
  const { body, headers } = await ask('/faq');
  expect(body).toBe('<p>en: Silence &#38; &#60;Co&#62; at https://example.org, help@example.org [[other]]</p>');
  expect(headers.vary).toBe('Accept-Language, Accept-Encoding, Cookie');
  const shell = (await ask('/experience')).body;
  expect(shell).toContain(
    '<script type="application/json" id="configuration">{"productName":"\\u003c/script>","samples":false}</script>',
  );
});

test('[WEB-26] a known browser gets the application; the offline page is the same for every browser', async () => {
  const known = { cookie: 'known=yes' };
  expect((await ask('/faq', known)).body).toMatch(/<div>en: shell/);
  expect((await ask('/faq?auth=signin')).body).toMatch(/<div>en: shell/);
  expect((await ask('/offline', known)).body).toBe('<p>en: offline</p>');
  expect((await ask('/nowhere')).body).toMatch(/<div>en: shell/);
  for (const strange of ['/..%2ffr/faq', '//', '//faq', '/fr/faq'])
    expect((await ask(strange)).body, strange).toMatch(/<div>en: shell/);
});

test('[GAT-16] the shell of a page with a preview carries it, escaped; any other page stays out of search results', async () => {
  const { body } = await ask('/gathering/one');
  expect(body).toContain('<title>Ann &#38; Ben · Silence &#38; &#60;Co&#62;</title>');
  expect(body).toContain('<meta property="og:description" content="Tonight &#34;at eight&#34;" />');
  expect(body).toContain('<meta property="og:image" content="https://example.org/api/card.png?lang=en" />');
  expect(body).not.toContain('noindex');
  expect((await ask('/gathering/two')).body).toContain('noindex');
});

test('[WEB-93] of a page that was built twice, the configuration chooses the one with or without samples', async () => {
  expect((await ask('/about')).body).toBe('<p>about</p>');
  const withSamples = Fastify();
  withSamples.get('/*', (request, reply) => before.send(request, reply, async () => undefined));
  expect((await withSamples.inject('/about')).body).toBe('<p>about, with samples</p>');
  expect((await withSamples.inject('/about?lang=en')).body).toBe('<p>about, with samples</p>');
  expect((await withSamples.inject('/faq')).body).toMatch(/^<p>en: /);
  for (const path of ['/about.samples', '/samples'])
    expect((await withSamples.inject(path)).body, path).toMatch(/<div>en: shell/);
  await withSamples.close();
});

test('[WEB-26] a page is sent in the best encoding that the browser accepts, and not at all if the browser has it', async () => {
  const plain = await ask('/faq');
  const brotli = await ask('/faq', { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  const gzip = await ask('/faq', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  const again = await ask('/faq', { 'if-none-match': String(plain.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
