import { enrol } from '@unspoken/testing/enrol';
import { password, startWorld, type World } from '@unspoken/testing/world';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailsADay } from '../platform/mail/budget.ts';
import { mailLimits } from '../platform/mail/limits.ts';

const [minute, hour] = [60_000, 3_600_000];
/** The calls come in waves over the day, because a minute passes between two mails of a kind. */
const waves = 10;
let world: World;
let senders: readonly string[];
beforeAll(async () => {
  // The shipped limits; addresses come from a proxy, so that each network of the attack has one.
  world = await startWorld({ LIMITS: 'on', TRUST_PROXY: 'on' });
  senders = (await enrol({ query: world.query } as unknown as pg.Pool, 60)).map(({ token }) => token);
  world.stopClock();
});
afterAll(() => world.close());
beforeEach(() => world.advance(25 * hour));

const post = (path: string, body: Record<string, string>, network: number, token?: string) =>
  world.call(`/api/v1/${path}`, {
    ...{ method: 'POST', body, token },
    headers: { 'x-forwarded-for': `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}` },
  });

/** Waits until every request has been handled and every mail sent: the row of a finished job is deleted. */
const settled = () =>
  expect
    .poll(() => world.query(`select count(*)::int n from pgboss.job where name in ('recover-password', 'invitation', 'mail')`), {
      timeout: 200_000,
      interval: 200,
    })
    .toEqual([{ n: 0 }]);

/** The mails to an address: requested recoveries, confirmations, and those that nobody at this address has asked for. */
async function received(email: string) {
  const counts = { recoveries: 0, confirmations: 0, others: 0 };
  for (const { text } of await world.mails(email, 0)) {
    if (text.includes('/resetpassword/')) counts.recoveries++;
    else if (text.includes('/confirmemail/')) counts.confirmations++;
    else counts.others++;
  }
  return counts;
}

/** Aims calls at an address over twenty hours: those of a wave at once, each network and each kind of call in turn. */
async function attack(email: string, { calls, networks }: { calls: number; networks: number }, unconfirmed?: string) {
  const kinds = [
    (n: number) => post('account/startrecoverpassword', { email }, n),
    (n: number) => post('account/register', { name: 'Somebody', email, password }, n),
    (n: number) => post('invitation', { toEmail: email }, n, senders[n % senders.length]),
    (n: number) => post('account/resendemail', {}, n, unconfirmed),
  ];
  const statuses = new Set<number>();
  for (let wave = 0; wave < waves; wave++) {
    const all = Array.from({ length: calls / waves }, async (_, i) => {
      const { status } = await (kinds[i % kinds.length] as (typeof kinds)[0])((wave * 7 + i) % networks);
      statuses.add(status);
    });
    await Promise.all(all);
    await settled();
    world.advance(2 * hour);
  }
  // Nothing in the flood is a fault of the server; too many hashes at once are refused.
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
}

const few = { calls: 800, networks: 100 };
const many = { calls: 10_000, networks: 1_000 };
const sizes: readonly [string, typeof few, { timeout: number; tags?: string[] }][] = [
  ['800 calls from 100 networks', few, { timeout: 120_000 }],
  ['10,000 calls from 1,000 networks', many, { timeout: 900_000, tags: ['long'] }],
];

for (const [what, size, options] of sizes) {
  test(`[ACC-21] [ACC-29] ${what} aimed at a member cause six mails a day of a kind`, options, async () => {
    const { email } = await world.member(`Member of ${size.calls}`);
    const before = await received(email);
    await attack(email, size);
    expect(await received(email)).toEqual({
      recoveries: mailsADay,
      confirmations: before.confirmations,
      others: mailLimits.mailPerRecipient.count,
    });
    // The owner asks on the next day.
    world.advance(5 * hour);
    await post('account/startrecoverpassword', { email }, 1);
    await settled();
    expect((await received(email)).recoveries).toBe(mailsADay + 1);
  });

  test(
    `[ACC-21] [ACC-30] ${what} aimed at an address that nobody has confirmed cause six mails a day of a kind`,
    options,
    async () => {
      const { email, token } = await world.newcomer(`Newcomer of ${size.calls}`);
      await settled();
      world.advance(minute);
      await attack(email, size, token);
      expect(await received(email)).toEqual({
        recoveries: mailsADay,
        confirmations: mailsADay,
        others: mailLimits.mailPerRecipient.count,
      });
    },
  );
}
