import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@unspoken/contract/languages';
import { expect, test } from 'vitest';
import { brandFolder } from './brand.ts';
import { isSampleText, sampleRowsOf, sampleTexts } from './samples.ts';

test('[WEB-93] the rows that are samples are those of the list; an own film is none', () => {
  expect(sampleRowsOf(['team', 'film'], false)).toEqual(['film', 'team']);
  expect(sampleRowsOf(['team', 'film'], true)).toEqual(['team']);
  expect(sampleRowsOf([], false)).toEqual([]);
});

test('[WEB-93] a list with an unknown name, or none, stops the build with what to do', () => {
  expect(() => sampleRowsOf(['film', 'pres'], false)).toThrow(/lists "pres" in "samples"\. It may list film, press/);
  expect(() => sampleRowsOf(undefined, false)).toThrow(/has no list "samples"/);
});

test('[WEB-93] the texts of law that ship are known as samples in every language, and no others', async () => {
  const all = [...languages].toSorted();
  expect(await sampleTexts(join(brandFolder, 'texts'))).toEqual({ terms: all, privacy: all, imprint: all });
  for (const language of languages)
    expect(isSampleText(await readFile(join(brandFolder, 'texts', language, 'about.md'), 'utf8')), language).toBe(false);
  expect(isSampleText('# Terms\n\n*Effective 1 May 2027. Version 3.*\n\nThis is no sample.')).toBe(false);
});
