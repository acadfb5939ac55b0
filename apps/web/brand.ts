import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { readFilm } from './film-files.ts';
import { sampleRowsOf } from './samples.ts';

export const brandFolder = fileURLToPath(new URL('../../brand', import.meta.url));
/** A film may be too large for the repository, so it can be kept elsewhere. */
const filmFolder = process.env.FILM_DIR ? resolve(process.env.FILM_DIR) : join(brandFolder, 'film');
if (process.env.FILM_DIR && !existsSync(filmFolder))
  throw new Error(`FILM_DIR names the folder ${filmFolder}, which is not there.`);
const own = 'brand:built';

/** What the brand folder holds, once it is checked: the operator's film, if there is one, and the rows that are samples. */
export async function readBrand() {
  const film = await readFilm(filmFolder);
  const { samples } = JSON.parse(await readFile(join(brandFolder, 'brand.json'), 'utf8'));
  return { film, samples: sampleRowsOf(samples, film !== undefined) };
}

/** The module `brand:built`: the addresses of the film's files, which are copied under names with their hash, and the sample rows. */
export const brand = (): Plugin => ({
  name: 'brand',
  resolveId: (id) => (id === own ? `\0${own}.js` : undefined),
  async load(id) {
    if (id !== `\0${own}.js`) return undefined;
    const { film, samples } = await readBrand();
    this.addWatchFile(join(brandFolder, 'brand.json'));
    const imports: string[] = [];
    const addressOf = (file: string): string => {
      imports.push(`import file${imports.length} from ${JSON.stringify(`${file}?url`)};`);
      return `file${imports.length - 1}`;
    };
    const parts = film && [
      `videos: [${film.videos.map(({ file, type }) => `{ src: ${addressOf(file)}, type: ${JSON.stringify(type)} }`)}]`,
      `poster: ${film.poster ? addressOf(film.poster) : 'undefined'}`,
      `captions: [${film.captions.map(({ file, language }) => `{ src: ${addressOf(file)}, language: ${JSON.stringify(language)} }`)}]`,
    ];
    return [
      ...imports,
      `export const film = ${parts ? `{ ${parts.join(', ')} }` : 'undefined'};`,
      `export const samples = ${JSON.stringify(samples)};`,
    ].join('\n');
  },
});
