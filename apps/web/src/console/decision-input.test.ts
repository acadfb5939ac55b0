import { longestSuspension, urgentRank } from '@unspoken/contract/cases';
import { expect, test } from 'vitest';
import { contractResolver } from '../forms/resolver.ts';
import { type DecisionValues, decisionForm, type Question, questionBefore } from './decision-input.ts';

const empty: DecisionValues = {
  decision: '',
  rule: '',
  days: '',
  facts: '',
  caseID: '00000000-0000-4000-8000-000000000000',
};
const wrong = async (values: Partial<DecisionValues>) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await contractResolver<DecisionValues>(decisionForm)({ ...empty, ...values }, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, (error as { message: string }).message]));
};
const reasons = { rule: 'kind', facts: 'You shouted.' } as const;

test.each<[title: string, values: Partial<DecisionValues>, errors: object]>([
  ['no decision', {}, { decision: 'decision_blank' }],
  ['no decision, although the rest is filled in', { ...reasons, days: '7' }, { decision: 'decision_blank' }],
  ['a dismissal needs nothing else', { decision: 'dismiss' }, {}],
  ['a dismissal ignores what was typed for another decision', { decision: 'dismiss', days: 'x', facts: 'x' }, {}],
  ['a warning needs a rule and facts', { decision: 'warn' }, { rule: 'rule_blank', facts: 'facts_blank' }],
  ['a warning with both', { decision: 'warn', ...reasons }, {}],
  ['a suspension without an end', { decision: 'suspend', ...reasons }, {}],
  ['no suspension of 0 days', { decision: 'suspend', ...reasons, days: '0' }, { days: 'invalid' }],
  ['a suspension of 1 day', { decision: 'suspend', ...reasons, days: '1' }, {}],
  ['the longest suspension', { decision: 'suspend', ...reasons, days: String(longestSuspension) }, {}],
  ['a suspension of a day more', { decision: 'suspend', ...reasons, days: String(longestSuspension + 1) }, { days: 'invalid' }],
])('[WEB-96] the decision form: %s', async (_title, values, errors) => {
  expect(await wrong(values)).toEqual(errors);
});

const ordinary = { rank: urgentRank - 1, banProposed: false };
const urgent = { rank: urgentRank, banProposed: false };
test.each<[values: Partial<DecisionValues>, about: typeof ordinary, question: Question | undefined]>([
  [{ decision: 'dismiss' }, ordinary, undefined],
  [{ decision: 'warn' }, ordinary, undefined],
  [{ decision: 'suspend', days: '365' }, ordinary, undefined],
  [{ decision: 'suspend', days: '' }, ordinary, 'suspendOpen'],
  [{ decision: 'ban' }, ordinary, 'banProposal'],
  [{ decision: 'ban' }, { ...ordinary, banProposed: true }, 'ban'],
  [{ decision: 'dismiss' }, urgent, 'dismiss'],
  [{ decision: 'warn' }, urgent, 'warn'],
  [{ decision: 'suspend', days: '1' }, urgent, 'suspend'],
  [{ decision: 'suspend', days: '' }, urgent, 'suspendOpen'],
  [{ decision: 'dismiss' }, { ...urgent, rank: urgentRank + 1 }, 'dismiss'],
])('[WEB-96] before %o in a case of %o the form asks: %s', (values, about, question) => {
  expect(questionBefore({ ...empty, ...values }, about)).toBe(question);
});
