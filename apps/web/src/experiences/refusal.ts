import { CallError } from '../platform/api.ts';

const refusals = ['invitation_inactive', 'invitation_own', 'invitation_for_members'] as const;
/** Why an invitation leads nowhere, or not for this person. */
export type Refusal = (typeof refusals)[number];

/** What an invitation was refused for; undefined when the call failed for any other reason. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof CallError ? refusals.find((each) => each === error.code) : undefined;
