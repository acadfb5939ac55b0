/**
 * Sizes and counts that both sides agree on; characters unless another unit is named. How often a call may be made is declared by the
 * domain that serves it (`limits.ts`). Source: requirements/threats 5.
 */
export const limits = {
  name: 100,
  email: 254,
  password: 1_024,
  passwordMinimum: 8,
  agent: 2_000,
  textarea: 10_000,
  /** Bytes of one HTTP body. */
  body: 64 * 1_024,
  /** Bytes of one socket message. */
  socketMessage: 16 * 1_024,
  description: 12_000,
  candidate: 512,
  roomPayload: 256,
  /** Enough for a few path restarts in one encounter. */
  descriptionsPerSide: 12,
  candidatesPerSide: 160,
  roomMessagesPerSide: 240,
} as const;
