import { planFrom } from '@unspoken/contract/experience-plan';
import { languages } from '@unspoken/contract/languages';
import { proven } from '@unspoken/contract/script-bed';
import { planOf } from '@unspoken/contract/script-time';
import { expect, test } from 'vitest';
import { experienceDataOf } from './experience-data.ts';

test.each([1, 2] as const)('[EXP-28] the client makes the plan of its side out of what it receives: position %i', (position) => {
  for (const language of languages) {
    const data = experienceDataOf({ type: 'questions', script: proven, position, language }, (media) => media);
    expect(planFrom(JSON.parse(JSON.stringify(data)), position)).toEqual(planOf(proven, position, language));
  }
});
