import { resolve } from 'node:path';
import { languages } from '@unspoken/contract/languages';
import { proveScript } from '@unspoken/contract/script-proof';
import { expect, test } from 'vitest';
import { readContent } from './content.ts';

test('[EXP-23] the nine experiences that ship keep every rule of a script, in six languages', async () => {
  const { categories, facilitators, experiences, files } = await readContent(
    resolve(import.meta.dirname, '../../../../brand/experiences'),
  );
  const known = new Map(
    [...files].map(([id, { kind, durationMs }]) => [id, { isReady: true, isOwn: true, kind, duration: durationMs }]),
  );
  expect(experiences.flatMap(({ type, script }) => proveScript(script, known).map((finding) => ({ type, ...finding })))).toEqual(
    [],
  );
  expect(experiences.map(({ type, status }) => `${type} ${status}`).sort()).toEqual([
    'aguidedrest beta',
    'breathingtogether production',
    'drawingwithoutlooking production',
    'fivequietminutes production',
    'justlistening production',
    'onethinginoticed production',
    'thankyoualoud production',
    'themirror production',
    'threequestions production',
  ]);
  for (const { script } of experiences) expect(script.languages).toEqual(languages);
  for (const each of [...categories.map(({ name }) => name), ...facilitators.map(({ bio }) => bio)])
    expect(Object.keys(each).sort()).toEqual([...languages].sort());
});

test('what is spoken by a machine says so', async () => {
  const { experiences } = await readContent(resolve(import.meta.dirname, '../../../../brand/experiences'));
  const spoken = experiences.find(({ type }) => type === 'aguidedrest');
  const texts = spoken?.script.introTextInstructions.map(({ user1Instruction }) => user1Instruction?.en);
  expect(texts).toEqual(['Spoken by a machine: a sample.']);
});
