import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isLanguage, type Language } from '@unspoken/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The name and the addresses of an installation, which are inserted into the prerendered pages. */
export interface Installation {
  readonly productName: string;
  readonly supportEmail: string;
  /** Without a trailing slash. */
  readonly origin: string;
  /** The settings that a page would otherwise have to request before it can start. */
  readonly configuration: { readonly samples: boolean };
}

/** What search results and link previews show of a page that is not prerendered. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** Of a picture of 1200 × 630 px. */
  readonly imagePath: string;
}

/** Finds the preview of the page at a path, in a language; undefined for a page without one. */
export type PreviewOf = (pathname: string, language: Language) => Promise<Preview | undefined>;

interface Page {
  readonly plain: Buffer;
  readonly tag: string;
  br?: Buffer;
  gzip?: Buffer;
}

/** The ending of a page that shows the rows which are still samples. */
const withSamples = '.samples.html';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type RequestHead = Pick<FastifyRequest, 'headers'>;

/** The value of one of our cookies, if it consists of word characters. */
const cookieOf = ({ headers }: RequestHead, name: string): string | undefined =>
  new RegExp(`(?:^|; )${name}=(\\w+)`).exec(headers.cookie ?? '')?.[1];

/**
 * The language of a page: the one its address names, the one chosen in this browser, or the first that Accept-Language names.
 * The client decides in the same way.
 */
export function languageOf(request: RequestHead, search: URLSearchParams): Language {
  const accepted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((each) => ({ name: each.split(';')[0] ?? '', weight: Number(/q=([\d.]+)/.exec(each)?.[1] ?? 1) }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ name }) => name);
  const all = [search.get('lang') ?? '', cookieOf(request, 'language') ?? '', ...accepted].map((each) =>
    each.trim().slice(0, 2).toLowerCase(),
  );
  return all.find(isLanguage) ?? 'en';
}

/**
 * The documents of the application: a browser that is not known gets a public page as it was rendered, in its language;
 * a known browser, and every other page, gets the shell in which the application starts.
 */
export class Pages {
  readonly #pages: ReadonlyMap<string, Page>;
  readonly #installation: Installation;

  private constructor(pages: ReadonlyMap<string, Page>, installation: Installation) {
    this.#pages = pages;
    this.#installation = installation;
  }

  /** Reads the pages that were built into this folder. */
  static async read(folder: string, installation: Installation): Promise<Pages> {
    const { productName, supportEmail, origin, configuration } = installation;
    const data = JSON.stringify(configuration).replaceAll('<', '\\u003c');
    const marks = {
      product: escaped(productName),
      support: escaped(supportEmail),
      origin: escaped(origin),
      configuration: `<script type="application/json" id="configuration">${data}</script>`,
    };
    const pages = new Map<string, Page>();
    const keep = (name: string, text: string) => pages.set(name, pageOf(text));
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files) {
      // A page that differs by its samples was built twice; only one of the two belongs to this installation.
      if (file.endsWith(withSamples)) continue;
      const other = file.replace(/\.html$/, withSamples);
      const built = await readFile(configuration.samples && files.includes(other) ? other : file, 'utf8');
      const name = relative(folder, file).split(sep).join('/');
      const [language = ''] = name.split('/');
      // A page whose address names the language differs from the one that is sent by cookie or Accept-Language.
      for (const query of name.endsWith('.html') ? ['', `?lang=${language}`] : ['']) {
        const known: Readonly<Record<string, string>> = { ...marks, query };
        keep(
          name + query,
          built.replace(/\[\[(\w+)\]\]/g, (mark, word) => known[word] ?? mark),
        );
      }
    }
    return new Pages(pages, installation);
  }

  /** Answers with the document at this address. */
  async send(request: FastifyRequest, reply: FastifyReply, previewOf: PreviewOf): Promise<FastifyReply> {
    // Not parsed with URL, which would read a path that begins with two slashes as a host.
    const [pathname = '', search] = request.url.split('?', 2);
    const searchParams = new URLSearchParams(search);
    const language = languageOf(request, searchParams);
    const isUnknown = cookieOf(request, 'known') !== 'yes' && !searchParams.has('auth');
    // The service worker keeps this page for everybody who uses the browser.
    const forAll = pathname === '/offline';
    const query = searchParams.get('lang') === language ? `?lang=${language}` : '';
    const rendered = this.#pages.get(`${language}/${pathname === '/' ? 'index' : pathname.slice(1)}.html${query}`);
    const preview = rendered ? undefined : await previewOf(pathname, language);
    const page = ((isUnknown || forAll) && rendered) || this.#shell(language, pathname, preview);
    void reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-language', language)
      .header('vary', 'Accept-Language, Accept-Encoding, Cookie')
      .header('etag', page.tag);
    if (request.headers['if-none-match'] === page.tag) return reply.status(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    if (/\bbr\b/.test(accepted)) {
      page.br ??= brotliCompressSync(page.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      return reply.header('content-encoding', 'br').send(page.br);
    }
    if (/\bgzip\b/.test(accepted)) {
      page.gzip ??= gzipSync(page.plain);
      return reply.header('content-encoding', 'gzip').send(page.gzip);
    }
    return reply.send(page.plain);
  }

  /** A text file beside the pages, with the values of the installation: the manifest, or a file for search engines. */
  file(name: string): Buffer | undefined {
    return this.#pages.get(name)?.plain;
  }

  /** The page in which the application starts; each language has its own. */
  #shell(language: Language, pathname: string, preview: Preview | undefined): Page {
    const shell = this.#pages.get(`${language}/shell.html`) as Page;
    if (!preview) return shell;
    const { origin, productName } = this.#installation;
    const title = escaped(`${preview.title} · ${productName}`);
    const tags = [
      `<meta name="description" content="${escaped(preview.description)}" />`,
      `<link rel="canonical" href="${escaped(origin + pathname)}" />`,
      '<meta property="og:type" content="website" />',
      `<meta property="og:site_name" content="${escaped(productName)}" />`,
      `<meta property="og:title" content="${escaped(preview.title)}" />`,
      `<meta property="og:description" content="${escaped(preview.description)}" />`,
      `<meta property="og:url" content="${escaped(origin + pathname)}" />`,
      `<meta property="og:image" content="${escaped(origin + preview.imagePath)}" />`,
      '<meta property="og:image:width" content="1200" />',
      '<meta property="og:image:height" content="630" />',
      '<meta name="twitter:card" content="summary_large_image" />',
    ];
    return pageOf(
      shell.plain
        .toString()
        .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
        .replace('<meta name="robots" content="noindex" />', () => tags.join('\n    ')),
    );
  }
}

function pageOf(text: string): Page {
  const plain = Buffer.from(text);
  return { plain, tag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` };
}
