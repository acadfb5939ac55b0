import { expect, test } from 'vitest';
import type { OneTimeTokens } from './one-time-tokens.ts';

/** What every twin must do. `wait` lets time pass. */
export function oneTimeTokensContract(
  name: string,
  create: () => { once: OneTimeTokens; wait: (ms: number) => Promise<void> },
): void {
  test(`${name}: of many who claim the same at once, one does; when its life is over it can be claimed anew`, async () => {
    const { once, wait } = create();
    const claims = await Promise.all(Array.from({ length: 20 }, () => once.claim('ticket', 200)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await once.claim('another', 200)).toBe(true);
    await wait(220);
    expect(await once.claim('ticket', 200)).toBe(true);
  });
}
