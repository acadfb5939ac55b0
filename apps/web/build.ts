import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { languages } from '@unspoken/contract/languages';
import { build } from 'vite';
import { brandFolder, readBrand } from './brand.ts';
import { documentOf, headOf } from './document.ts';
import { manifest, robots, sitemap } from './manifest-and-sitemap.ts';
import { sampleTexts } from './samples.ts';
import { documentStyle } from './sheets.ts';
import { publicPages } from './src/public-pages.ts';

/**
 * `npm run build`: builds the application, renders every public page in every language as a file of its own that can be read
 * before any script has loaded, and compresses the files that can be compressed in advance. `WEB_DIR` names another folder
 * to build into, and `FILM_DIR` another folder with the operator's film.
 */
const here = import.meta.dirname;
const dist = process.env.WEB_DIR ? resolve(process.env.WEB_DIR) : join(here, 'dist');
const configFile = join(here, 'vite.config.ts');
const serverSide = join(here, 'node_modules', '.cache', `prerender-${process.pid}`);

type Prerender = typeof import('./src/prerender.tsx');

async function all<T>(each: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of each) found.push(one);
  return found;
}

const { samples } = await readBrand();
await build({ configFile, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true, manifest: true } });
await build({
  configFile,
  logLevel: 'warn',
  build: { ssr: join(here, 'src', 'prerender.tsx'), outDir: serverSide, emptyOutDir: true, copyPublicDir: false },
  ssr: { noExternal: [/^@unspoken\//] },
});
const { renderedPages, renderedOffline, marks } = (await import(
  pathToFileURL(join(serverSide, 'prerender.js')).href
)) as Prerender;

// It is loaded as a script, not as a module: whatever it shares with pages would be a file that it cannot import.
if (/\bimport\b/.test(await readFile(join(dist, 'service-worker.js'), 'utf8')))
  throw new Error('The service worker imports a part that it shares with pages.');

const pages = await all(renderedPages());
const offline = await all(renderedOffline());
// The server allows the style by its hash.
const linked = await readFile(join(dist, 'index.html'), 'utf8');
const { style, links } = await documentStyle(
  dist,
  [...pages, ...offline].map(({ body, ...page }) => `${body}${'bodyWithSamples' in page ? page.bodyWithSamples : ''}`),
);
const index = linked.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>\n    ${links}`);
await rm(join(dist, '.vite'), { recursive: true });
const put = async (path: string, text: string): Promise<void> => {
  const file = join(dist, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};

for (const page of pages) {
  const name = page.path === '/' ? 'index' : page.path.slice(1);
  const { bodyWithSamples, ...plain } = page;
  const document = (body: string) => documentOf(index, { ...plain, body, head: headOf({ ...plain, body }) });
  await put(`pages/${page.language}/${name}.html`, document(page.body));
  // The server chooses between the two, once, by its configuration.
  if (bodyWithSamples !== page.body) await put(`pages/${page.language}/${name}.samples.html`, document(bodyWithSamples));
}
// Replaces whatever page was requested, so it runs no script and needs only its style sheet and fonts.
const still = index.replace(/\s*<script type="module"[^>]*><\/script>/, '');
for (const page of offline)
  await put(
    `pages/${page.language}/offline.html`,
    documentOf(still, { ...page, head: headOf({}) }).replace('<html ', '<html data-fonts="yes" '),
  );
// The shell from which every other page starts.
for (const language of languages)
  await put(
    `pages/${language}/shell.html`,
    documentOf(index, { language, title: marks.productName, body: '', head: headOf({}) }),
  );
await rm(join(dist, 'index.html'));
await put('pages/manifest.webmanifest', await manifest());
await put('pages/robots.txt', robots());
await put('pages/sitemap.xml', sitemap(Object.keys(publicPages)));
// For `npm run doctor`; the server does not serve it.
await put('pages/samples.json', JSON.stringify({ rows: samples, texts: await sampleTexts(join(brandFolder, 'texts')) }));
// Every build has another service worker, whatever has changed.
const worker = join(dist, 'service-worker.js');
const built = createHash('sha256').update(index).digest('hex').slice(0, 16);
await writeFile(worker, (await readFile(worker, 'utf8')).replaceAll('__BUILD__', JSON.stringify(built)));
await rm(serverSide, { recursive: true });

const smaller = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};
for (const name of await readdir(dist, { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const content = await readFile(join(dist, name));
  for (const [ending, compress] of Object.entries(smaller))
    await writeFile(join(dist, `${name}.${ending}`), await compress(content));
}
