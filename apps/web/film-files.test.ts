import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { besideLimit, filmLimit, readFilm } from './film-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unspoken-film-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A file type box of 24 bytes, as an MP4 begins, with this major brand. Source: ISO/IEC 14496-12, 4.3. */
const mp4 = (brand = 'isom') => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\x02\0isommp41`, 'latin1');
/** An EBML header of 3 elements, with this document type. Source: RFC 8794, 11.2. */
const ebml = (docType: string, length = 0x80 + docType.length) =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + 8 + 3 + docType.length]),
    Buffer.from([0x42, 0x86, 0x81, 0x01, 0x42, 0xf7, 0x81, 0x01, 0x42, 0x82, length]),
    Buffer.from(docType),
  ]);
const webm = await readFile(join(import.meta.dirname, '..', '..', 'verification', 'e2e', 'src', 'film.webm'));
const captions = 'WEBVTT\n\n00:00.000 --> 00:04.000\nTwo people.\n';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

type Files = Readonly<Record<string, string | Buffer>>;
const put = async (files: Files) => {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
};
/** The folder with a film in order, except for these files. */
const withFilm = async (files: Files) => {
  await put({ 'film.mp4': mp4(), 'captions.en.vtt': captions, ...files });
  return readFilm(folder);
};

test('[WEB-92] without a film there is none; the notes in its folder are ignored', async () => {
  expect(await readFilm(join(folder, 'missing'))).toBeUndefined();
  await put({ 'README.md': 'What belongs here', '.DS_Store': 'x' });
  expect(await readFilm(folder)).toBeUndefined();
});

test('[WEB-92] a film is read with its formats, its poster and its captions', async () => {
  const found = await withFilm({ 'README.md': '', 'film.webm': webm, 'poster.png': png, 'captions.pt.vtt': '\uFEFFWEBVTT' });
  expect(found).toEqual({
    videos: [
      { file: join(folder, 'film.mp4'), type: 'video/mp4' },
      { file: join(folder, 'film.webm'), type: 'video/webm' },
    ],
    poster: join(folder, 'poster.png'),
    captions: [
      { file: join(folder, 'captions.en.vtt'), language: 'en' },
      { file: join(folder, 'captions.pt.vtt'), language: 'pt' },
    ],
  });
});

test.each<[name: string, content: string | Buffer]>([
  ['film.mp4', mp4('mp42')],
  ['film.webm', ebml('webm')],
  ['film.webm', ebml('webm\0\0')],
  ['poster.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['poster.webp', 'RIFF\x04\0\0\0WEBPVP8 '],
  ['captions.en.vtt', 'WEBVTT - minute\r\n'],
  ['captions.en.vtt', 'WEBVTT'],
])('[WEB-92] %s is accepted by its content', async (name, content) => {
  expect(await withFilm({ [name]: content })).toBeDefined();
});

test.each<[name: string, content: string | Buffer, problem: RegExp]>([
  ['film.mp4', webm, /does not contain an MP4 film/],
  ['film.mp4', mp4('qt  '), /does not contain an MP4 film/],
  ['film.mp4', mp4().subarray(0, 11), /does not contain an MP4 film/],
  ['film.mp4', '', /does not contain an MP4 film/],
  ['film.webm', mp4(), /does not contain a WebM film/],
  ['film.webm', ebml('matroska'), /does not contain a WebM film/],
  ['film.webm', ebml('webm', 0x80 + 40), /does not contain a WebM film/],
  ['film.webm', ebml('web'), /does not contain a WebM film/],
  ['poster.jpg', png, /does not contain a JPEG picture/],
  ['poster.png', 'PNG', /does not contain a PNG picture/],
  ['poster.webp', 'RIFF\x04\0\0\0WAVEfmt ', /does not contain a WebP picture/],
  ['captions.en.vtt', '1\n00:00:00,000 --> 00:00:04,000', /begin with WEBVTT/],
  ['captions.en.vtt', 'WEBVTTX', /begin with WEBVTT/],
  ['captions.nl.vtt', captions, /is not expected there/],
  ['film.mov', mp4(), /is not expected there\. Name it film\.mp4/],
])('[WEB-92] a wrong %s is refused by name', async (name, content, problem) => {
  const refused = withFilm({ [name]: content });
  await expect(refused).rejects.toThrow(`brand/film/${name} `);
  await expect(refused).rejects.toThrow(problem);
});

test('[WEB-92] captions in the default language are required, and nothing may be there without a film', async () => {
  await put({ 'captions.de.vtt': captions });
  await expect(readFilm(folder)).rejects.toThrow('brand/film/captions.de.vtt belongs to no film');
  await put({ 'film.webm': webm });
  await expect(readFilm(folder)).rejects.toThrow('brand/film/captions.en.vtt is missing');
  await put({ 'captions.en.vtt': captions, 'poster.png': png, 'poster.jpg': Buffer.from([0xff, 0xd8, 0xff]) });
  await expect(readFilm(folder)).rejects.toThrow('poster.png is a second poster beside poster.jpg');
});

test.each([
  ['film.mp4', filmLimit],
  ['captions.en.vtt', besideLimit],
])('[WEB-92] %s may have %i bytes, and not one more', async (name, limit) => {
  await put({ 'film.mp4': mp4(), 'captions.en.vtt': captions });
  // Sparse: the file takes no space.
  await truncate(join(folder, name), limit);
  expect(await readFilm(folder)).toBeDefined();
  await truncate(join(folder, name), limit + 1);
  await expect(readFilm(folder)).rejects.toThrow(/is larger than/);
});
