import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isLanguage, type Language } from '@unspoken/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What an installation is called and how it is reached, to be put into the pages that were rendered beforehand. */
export interface Installation {
  readonly productName: string;
  readonly supportEmail: string;
  /** Without a slash at its end. */
  readonly origin: string;
  /** What a page would otherwise have to ask for before it can begin. */
  readonly configuration: object;
}

interface Page {
  readonly plain: Buffer;
  readonly tag: string;
  br?: Buffer;
  gzip?: Buffer;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Asked = Pick<FastifyRequest, 'headers'>;

/** A plain word that this browser keeps for us. */
const cookieOf = ({ headers }: Asked, name: string): string | undefined =>
  new RegExp(`(?:^|; )${name}=(\\w+)`).exec(headers.cookie ?? '')?.[1];

/** The language of a page: the one its address names, the one chosen in this browser, the first the browser wishes for. The client decides alike. */
export function languageOf(request: Asked, search: URLSearchParams): Language {
  const wished = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((each) => ({ name: each.split(';')[0] ?? '', weight: Number(/q=([\d.]+)/.exec(each)?.[1] ?? 1) }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ name }) => name);
  const all = [search.get('lang') ?? '', cookieOf(request, 'language') ?? '', ...wished].map((each) =>
    each.trim().slice(0, 2).toLowerCase(),
  );
  return all.find(isLanguage) ?? 'en';
}

/**
 * The documents of the application: a public page as it was rendered, in the language of whoever asks and for somebody
 * whom nobody knows; for everybody else, and for every other page, the shell in which the application begins.
 */
export class Pages {
  readonly #pages: ReadonlyMap<string, Page>;

  private constructor(pages: ReadonlyMap<string, Page>) {
    this.#pages = pages;
  }

  /** Reads what was built into this folder. */
  static async read(folder: string, { productName, supportEmail, origin, configuration }: Installation): Promise<Pages> {
    const data = JSON.stringify(configuration).replaceAll('<', '\\u003c');
    const marks = {
      product: escaped(productName),
      support: escaped(supportEmail),
      origin: escaped(origin),
      configuration: `<script type="application/json" id="configuration">${data}</script>`,
    };
    const pages = new Map<string, Page>();
    const keep = (name: string, text: string) => {
      const plain = Buffer.from(text);
      pages.set(name, { plain, tag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` });
    };
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const built = await readFile(file, 'utf8');
      const name = relative(folder, file).split(sep).join('/');
      const [language = ''] = name.split('/');
      // A page at the address that names its language is another than the one sent to whoever wishes for it.
      for (const query of name.endsWith('.html') ? ['', `?lang=${language}`] : ['']) {
        const known: Readonly<Record<string, string>> = { ...marks, query };
        keep(
          name + query,
          built.replace(/\[\[(\w+)\]\]/g, (mark, word) => known[word] ?? mark),
        );
      }
    }
    return new Pages(pages);
  }

  /** Answers with the document at this address. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // Taken apart as it is: what begins with two slashes is no address of its own.
    const [pathname = '', search] = request.url.split('?', 2);
    const searchParams = new URLSearchParams(search);
    const language = languageOf(request, searchParams);
    const stranger = cookieOf(request, 'known') !== 'yes' && !searchParams.has('auth');
    // Kept by a browser for later, whoever sits at it.
    const forAll = pathname === '/offline';
    const query = searchParams.get('lang') === language ? `?lang=${language}` : '';
    const rendered = this.#pages.get(`${language}/${pathname === '/' ? 'index' : pathname.slice(1)}.html${query}`);
    const page = ((stranger || forAll) && rendered) || this.#shell(language);
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

  /** A text beside the pages, with what is known here in it: the manifest, or what search engines ask for. */
  file(name: string): Buffer | undefined {
    return this.#pages.get(name)?.plain;
  }

  /** The application’s beginning, in each language a page of its own. */
  #shell(language: Language): Page {
    return this.#pages.get(`${language}/shell.html`) as Page;
  }
}
