import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generated } from '../generate.ts';
import { read, root } from './files.ts';

/** Generated files are up to date. */
export const checkGenerated = async (): Promise<string[]> =>
  Object.entries(await generated()).flatMap(([path, text]) =>
    existsSync(join(root, path)) && read(path) === text ? [] : [`${path} is not current: run npm run generate`],
  );
