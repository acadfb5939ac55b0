import { expect, test } from 'vitest';
import type { WaitingEntry, WaitingPool } from './pool.ts';

const anyone = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
const now = 1_000_000;

const entry = (accountId: string, since: number, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  accountId,
  connectionId: `socket of ${accountId}`,
  clickID: `click of ${accountId}`,
  pool: anyone,
  since,
  noRepeat: false,
  avoid: {},
  ...more,
});

/** What every pool must do, whatever it is made of. */
export function poolContract(name: string, create: () => Promise<WaitingPool>): void {
  test(`${name}: [MAT-6] the one who has waited longest is served first`, async () => {
    const pool = await create();
    // Kept apart from each other, so that they wait side by side.
    await pool.enter(entry('ann', 20, { avoid: { ben: now + 1 } }), now);
    await pool.enter(entry('ben', 10), now);
    expect(await pool.enter(entry('cay', 30), now)).toMatchObject({ accountId: 'ben' });
    expect(await pool.enter(entry('dan', 40), now)).toMatchObject({ accountId: 'ann' });
    expect([...(await pool.counts())]).toEqual([]);
  });

  test(`${name}: [MAT-1] somebody who is paired no longer waits, and somebody who enters again waits once`, async () => {
    const pool = await create();
    expect(await pool.enter(entry('ann', 1), now)).toBeUndefined();
    expect(await pool.enter(entry('ann', 1, { connectionId: 'another tab' }), now)).toBeUndefined();
    expect([...(await pool.counts())]).toEqual([['oneminute:anyone:open', 1]]);
    expect(await pool.enter(entry('ben', 2), now)).toMatchObject({ accountId: 'ann', connectionId: 'another tab' });
    expect(await pool.find('ann')).toBeUndefined();
    expect(await pool.find('ben')).toBeUndefined();
  });

  test(`${name}: [MAT-2] nobody is paired with themselves, in one pool or two`, async () => {
    const pool = await create();
    await pool.enter(entry('ann', 1), now);
    expect(await pool.enter(entry('ann', 2, { pool: { ...anyone, poolType: 'myCircle' } }), now)).toBeUndefined();
    expect([...(await pool.counts())]).toEqual([['oneminute:myCircle:open', 1]]);
  });

  test(`${name}: people in different pools do not meet`, async () => {
    const pool = await create();
    await pool.enter(entry('ann', 1), now);
    expect(await pool.enter(entry('ben', 2, { pool: { ...anyone, groupSpace: 'g1' } }), now)).toBeUndefined();
    expect(await pool.enter(entry('cay', 3, { pool: { ...anyone, experienceType: 'longer' } }), now)).toBeUndefined();
  });

  test.each([
    ['the one who waits', { ben: now }, {}],
    ['the one who comes', {}, { ann: now }],
  ])(`${name}: [MAT-4] avoiding by %s holds to the millisecond`, async (_, annAvoids, benAvoids) => {
    for (const [at, paired] of [
      [now - 1, false],
      [now, true],
      [now + 1, true],
    ] as const) {
      const pool = await create();
      await pool.enter(entry('ann', 1, { avoid: annAvoids }), at);
      expect((await pool.enter(entry('ben', 2, { avoid: benAvoids }), at)) !== undefined).toBe(paired);
    }
  });

  test(`${name}: avoiding can be for ever, and begin while somebody waits: they enter anew in their place`, async () => {
    const pool = await create();
    await pool.enter(entry('ann', 1), now);
    await pool.enter(entry('ann', 1, { avoid: { ben: Number.POSITIVE_INFINITY } }), now);
    expect(await pool.enter(entry('ben', 2), now * 1_000)).toBeUndefined();
    expect(await pool.enter(entry('cay', 3), now)).toMatchObject({ accountId: 'ann' });
  });

  test(`${name}: [CIR-4] who wants to meet certain people meets only them, and only if they want it too`, async () => {
    const pool = await create();
    await pool.enter(entry('ann', 1, { only: ['ben'] }), now);
    expect(await pool.enter(entry('cay', 2), now)).toBeUndefined();
    expect(await pool.enter(entry('ben', 3, { only: ['cay'] }), now)).toMatchObject({ accountId: 'cay' });
    expect(await pool.enter(entry('ben', 4, { only: ['ann'] }), now)).toMatchObject({ accountId: 'ann' });
  });

  test(`${name}: leaving takes a person out once`, async () => {
    const pool = await create();
    await pool.enter(entry('ann', 1), now);
    expect([await pool.leave('ann'), await pool.leave('ann'), await pool.leave('nobody')]).toEqual([true, false, false]);
    expect(await pool.enter(entry('ben', 2), now)).toBeUndefined();
  });

  test(`${name}: of a hundred who come at once everybody is paired exactly once`, async () => {
    const pool = await create();
    const partners = await Promise.all(Array.from({ length: 100 }, (_, i) => pool.enter(entry(`person ${i}`, i), now)));
    const names = partners.flatMap((partner, i) => (partner ? [partner.accountId, `person ${i}`] : []));
    expect(new Set(names).size).toBe(100);
    expect(names).toHaveLength(100);
  });
}
