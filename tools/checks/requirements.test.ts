import { expect, test } from 'vitest';
import { citationsIn, foreignIn, numbersIn } from './requirements.ts';

test('requirements and sections are found by their numbers', () => {
  const text =
    '# Title\n\n## 2 Tokens\n\n**2.1** One.\n\n| **S13** | two |\n| **B.1** | three |\n\n## B Deny list\n\nnot 2.9, nor **bold**\n';
  expect([...numbersIn(text)].sort()).toEqual(['2', '2.1', 'B', 'B.1', 'S13']);
});

test('citations are found, also several in a line', () => {
  expect(citationsIn('Source: requirements/threats 5.3, requirements/promises A7. See requirements/threats B.')).toEqual([
    { name: 'threats', number: '5.3' },
    { name: 'promises', number: 'A7' },
    { name: 'threats', number: 'B' },
  ]);
});

test('a paper that is not in the repository cannot be cited; a decision record and a file of the requirements can', () => {
  const foreign = 'Source: decisions.md section 4, core.md 3. (security 10) (decisions 6, 12)';
  expect(foreignIn(foreign)).toEqual(['decisions.md', 'core.md', '(security 10)', '(decisions 6, 12)']);
  expect(
    foreignIn('see decision 0024; docs/requirements/promises.md, [decision 18](decisions/0018-one-matchmaking-state.md)'),
  ).toEqual([]);
});
