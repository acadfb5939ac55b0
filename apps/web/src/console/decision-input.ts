import { type Decision, decisionBody, urgentRank } from '@unspoken/contract/cases';
import type { HouseRule } from '@unspoken/contract/standing';
import * as z from 'zod/mini';

/** The decision form as it is filled in; an empty choice is none. */
export interface DecisionValues {
  readonly decision: Decision | '';
  readonly rule: HouseRule | '';
  readonly days: string;
  readonly facts: string;
  readonly caseID: string;
}

/** The values of the form as the call expects them: without the fields that are empty, or not shown for this decision. */
export const inputOf = ({ decision, rule, days, facts, caseID }: DecisionValues) => ({
  caseID,
  ...(decision !== '' && { decision }),
  ...(decision !== 'dismiss' && rule !== '' && { rule }),
  ...(decision === 'suspend' && days !== '' && { days }),
  ...(decision !== 'dismiss' && { facts }),
});

/** Checks the form as the server will check what is sent. */
export const decisionForm = z.pipe(
  z.transform((values: DecisionValues): unknown => inputOf(values)),
  decisionBody,
);

/** What the moderator is asked before a decision is sent; each has a title and a text of its own. */
export type Question = 'banProposal' | 'ban' | 'suspendOpen' | 'suspend' | 'warn' | 'dismiss';

/** The question to ask before this decision: a ban, a suspension without an end, or any decision in an urgent case. */
export function questionBefore(
  { decision, days }: Pick<DecisionValues, 'decision' | 'days'>,
  { rank, banProposed }: { readonly rank: number; readonly banProposed: boolean },
): Question | undefined {
  if (decision === 'ban') return banProposed ? 'ban' : 'banProposal';
  if (decision === 'suspend' && days === '') return 'suspendOpen';
  return rank >= urgentRank && decision !== '' ? decision : undefined;
}
