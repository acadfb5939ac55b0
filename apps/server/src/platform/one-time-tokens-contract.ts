import { expect, test } from 'vitest';
import type { OneTimeTokens } from './one-time-tokens.ts';

/** What every implementation of `OneTimeTokens` must do. `wait` lets time pass. */
export function oneTimeTokensContract(
  name: string,
  create: () => { tokens: OneTimeTokens; wait: (ms: number) => Promise<void> },
): void {
  test(`${name}: one of many concurrent claims of a token succeeds; after its lifetime it can be claimed again`, async () => {
    const { tokens, wait } = create();
    const claims = await Promise.all(Array.from({ length: 20 }, () => tokens.claim('ticket', 200)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await tokens.claim('another', 200)).toBe(true);
    await wait(220);
    expect(await tokens.claim('ticket', 200)).toBe(true);
  });
}
