import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLanguage, type Language } from '@unspoken/contract/languages';

/** The operator's own film, as found in `brand/film`; each file is a path. */
export interface FilmFiles {
  readonly videos: readonly { readonly file: string; readonly type: string }[];
  readonly poster: string | undefined;
  readonly captions: readonly { readonly file: string; readonly language: Language }[];
}

/** A file in `brand/film` that cannot be used; the message names the file, and what to do. */
class FilmError extends Error {
  constructor(name: string, problem: string) {
    super(`brand/film/${name} ${problem}`);
  }
}

/** The largest film, bytes: more would keep a visitor on a phone waiting. */
export const filmLimit = 30 * 2 ** 20;
/** The largest poster or captions, bytes: every visitor's browser loads the poster, even if the film is never played. */
export const besideLimit = 512 * 2 ** 10;

/** How much of a file tells what it is, bytes. */
const headLength = 4_096;
/** The language in which captions are shown when the visitor's own are missing. Source: requirements/website 1.2. */
const defaultLanguage: Language = 'en';

const startsWith = (head: Buffer, bytes: readonly number[]): boolean => bytes.every((byte, at) => head[at] === byte);

/** Whether a file type box comes first, and is not QuickTime's, which only some browsers play. Source: ISO/IEC 14496-12, 4.3. */
const isMp4 = (head: Buffer): boolean =>
  head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp' && head.toString('latin1', 8, 12) !== 'qt  ';

/** A number of variable length, and the offset after it; an id keeps the bits that mark its length. Source: RFC 8794, 4. */
function variable(head: Buffer, at: number, keepMarker: boolean): readonly [value: number, next: number] {
  const first = head[at] ?? 0;
  const length = Math.clz32(first) - 23;
  let value = keepMarker ? first : first & (0xff >> length);
  for (let i = 1; i < length; i++) value = value * 256 + (head[at + i] ?? 0);
  return [value, at + length];
}

/** Whether an EBML header comes first whose document type is `webm`. Source: RFC 8794, 11.2. */
function isWebm(head: Buffer): boolean {
  if (!startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) return false;
  const [length, begin] = variable(head, 4, false);
  const end = Math.min(begin + length, head.length);
  for (let at = begin; at < end; ) {
    const [id, afterId] = variable(head, at, true);
    const [size, content] = variable(head, afterId, false);
    if (content + size > end) return false;
    if (id === 0x4282) return head.toString('latin1', content, content + size).replace(/\0+$/, '') === 'webm';
    at = content + size;
  }
  return false;
}

/** Source: W3C WebVTT, 4.1: an optional byte order mark, WEBVTT, and then the end of the line or of the file. */
const isCaptions = (head: Buffer): boolean => /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(head.toString('utf8'));

const isJpeg = (head: Buffer): boolean => startsWith(head, [0xff, 0xd8, 0xff]);
const isPng = (head: Buffer): boolean => startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isWebp = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP';

interface Kind {
  readonly matches: (head: Buffer) => boolean;
  readonly limit: number;
  /** What the content has to be. */
  readonly wanted: string;
}

const captionsKind: Kind = { matches: isCaptions, limit: besideLimit, wanted: 'WebVTT captions, which begin with WEBVTT' };
const kinds: Readonly<Record<string, Kind>> = {
  'film.mp4': { matches: isMp4, limit: filmLimit, wanted: 'an MP4 film' },
  'film.webm': { matches: isWebm, limit: filmLimit, wanted: 'a WebM film' },
  'poster.jpg': { matches: isJpeg, limit: besideLimit, wanted: 'a JPEG picture' },
  'poster.png': { matches: isPng, limit: besideLimit, wanted: 'a PNG picture' },
  'poster.webp': { matches: isWebp, limit: besideLimit, wanted: 'a WebP picture' },
};

const languageOf = (name: string): Language | undefined => {
  const [, language = ''] = /^captions\.(\w+)\.vtt$/.exec(name) ?? [];
  return isLanguage(language) ? language : undefined;
};

/** The first bytes of a file. */
async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function check(folder: string, name: string): Promise<void> {
  const kind = languageOf(name) ? captionsKind : kinds[name];
  if (!kind)
    throw new FilmError(
      name,
      'is not expected there. Name it film.mp4, film.webm, poster.jpg, poster.png, poster.webp or captions.<language>.vtt, or remove it.',
    );
  const { size } = await stat(join(folder, name));
  if (size > kind.limit)
    throw new FilmError(name, `is larger than ${kind.limit / 2 ** 20} MiB (${kind.limit} bytes). Make it smaller.`);
  if (!kind.matches(await headOf(join(folder, name))))
    throw new FilmError(name, `does not contain ${kind.wanted}. Export it in that format, or remove it.`);
}

/** Reads and checks the folder of the operator's film; undefined if there is none. Throws a `FilmError` for the first wrong file. */
export async function readFilm(folder: string): Promise<FilmFiles | undefined> {
  const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  const names = all.filter((name) => name !== 'README.md' && !name.startsWith('.')).toSorted();
  for (const name of names) await check(folder, name);
  const [first] = names;
  if (first === undefined) return undefined;
  const videos = (['mp4', 'webm'] as const)
    .filter((ending) => names.includes(`film.${ending}`))
    .map((ending) => ({ file: join(folder, `film.${ending}`), type: `video/${ending}` }));
  if (videos.length === 0) throw new FilmError(first, 'belongs to no film. Add film.mp4 or film.webm, or remove it.');
  const posters = names.filter((name) => name.startsWith('poster.'));
  if (posters[1]) throw new FilmError(posters[1], `is a second poster beside ${posters[0]}. Remove one of them.`);
  const captions = names.flatMap((name) => {
    const language = languageOf(name);
    return language ? [{ file: join(folder, name), language }] : [];
  });
  if (!captions.some(({ language }) => language === defaultLanguage))
    throw new FilmError(`captions.${defaultLanguage}.vtt`, 'is missing. Add captions in English, the default language.');
  return { videos, poster: posters[0] && join(folder, posters[0]), captions };
}
