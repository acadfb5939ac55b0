import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');
const { start } = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }).scripts;
const words = start.replace(/^exec node /, '').split(' ');

/** The options with which `npm start` starts Node, so that tests start it alike. */
export const nodeOptions: readonly string[] = words.slice(0, -1);

/** The arguments of Node that start one process of the product. */
export const startArguments: readonly string[] = [...nodeOptions, join(root, words.at(-1) ?? '')];
