import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SampleRow, sampleRows } from './src/platform/sample-rows.ts';

/** The long texts that the operator's counsel replaces. Source: requirements/website 1.5. */
const textsOfLaw = ['terms', 'privacy', 'imprint'] as const;

/** The word for a sample in each language, as the note below the title of a text of law has it. */
const sampleWord = /\b(?:sample|Muster|exemple|esempio|exemplo|muestra)\b/;

const isRow = (name: unknown): name is SampleRow => sampleRows.some((row) => row === name);

/** The rows that are still samples, by the list in `brand/brand.json`; an own film is none. Throws if the list has an unknown name. */
export function sampleRowsOf(listed: unknown, hasFilm: boolean): readonly SampleRow[] {
  if (!Array.isArray(listed))
    throw new Error('brand/brand.json has no list "samples". Add "samples": [] if nothing is a sample.');
  const strange = listed.find((name) => !isRow(name));
  if (strange !== undefined)
    throw new Error(`brand/brand.json lists "${strange}" in "samples". It may list ${sampleRows.join(', ')}.`);
  return sampleRows.filter((row) => listed.includes(row) && !(row === 'film' && hasFilm));
}

/** Whether a text of law is still the sample that shipped: its first emphasised line says so. */
export const isSampleText = (text: string): boolean => sampleWord.test(/^\*[^*].*$/m.exec(text)?.[0] ?? '');

/** The texts of law that are still samples, each with its languages. */
export async function sampleTexts(folder: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, string[]> = {};
  for (const language of (await readdir(folder)).toSorted())
    for (const name of textsOfLaw) {
      const text = await readFile(join(folder, language, `${name}.md`), 'utf8').catch(() => '');
      if (isSampleText(text)) found[name] = [...(found[name] ?? []), language];
    }
  return found;
}
