import { CallError } from '../platform/api.ts';

const refusals = ['invitation_inactive', 'invitation_own', 'invitation_for_members'] as const;
/** Why an invitation cannot be used, or not by this user. */
export type Refusal = (typeof refusals)[number];

/** The code with which an invitation was refused; undefined when the call failed for any other reason. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof CallError ? refusals.find((each) => each === error.code) : undefined;
