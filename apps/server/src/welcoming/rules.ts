import type { Conduct } from '@unspoken/contract/standing';
import { minutesToWelcome, type WelcomingDecision, type WelcomingState } from '@unspoken/contract/welcoming';

/** What moderation knows about a member. */
export interface MemberRecord {
  readonly conduct: Conduct;
  /** When a report about them was first upheld, by a decision that has not been reversed. */
  readonly upheldAt: Date | undefined;
}

/** No report about them was upheld, and they are in good standing. */
export const isUnblemished = ({ conduct, upheldAt }: MemberRecord): boolean => conduct === 'good' && upheldAt === undefined;

export const missingMinutes = (completedMinutes: number): number => Math.max(0, minutesToWelcome - completedMinutes);

/** Whether a member may welcome newcomers, if an administrator approves. Source: requirements/looking 4.5. */
export const isEligible = (completedMinutes: number, record: MemberRecord): boolean =>
  missingMinutes(completedMinutes) === 0 && isUnblemished(record);

/** What each decision is about, and what follows from it. */
export const outcomes: Readonly<{
  [decision in WelcomingDecision]: { readonly from: WelcomingState; readonly to: WelcomingState };
}> = {
  approve: { from: 'asked', to: 'approved' },
  decline: { from: 'asked', to: 'declined' },
  end: { from: 'approved', to: 'ended' },
};

/** Whether a request is undecided, or approved: asking again changes nothing, and it can be withdrawn. */
export const isOpen = (state: WelcomingState): boolean => state === 'asked' || state === 'approved';
