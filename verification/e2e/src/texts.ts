import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@unspoken/contract/languages';

const locales = join(import.meta.dirname, '..', '..', '..', 'apps', 'web', 'locales');
const files = new Map<string, unknown>();

/** A text of the interface by its key, `encounters:guidance.accept`. Throws if there is none. */
export function textOf(language: Language, key: string): string {
  const [file = '', path = ''] = key.split(':');
  const name = join(locales, language, `${file}.json`);
  if (!files.has(name)) files.set(name, JSON.parse(readFileSync(name, 'utf8')));
  const text = path
    .split('.')
    .reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], files.get(name));
  if (typeof text !== 'string') throw new Error(`there is no text ${key} in ${language}`);
  return text;
}
