/** How long an administrator's claim on an application lasts without a decision, ms. */
export const claimDuration = 3_600_000;
