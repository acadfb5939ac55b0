import { expect, test } from 'vitest';
import { PoolRules } from './pool-rules.ts';
import { regularRow } from './regular.ts';
import type { GatheringRow, Registration } from './store.ts';

const start = Date.UTC(2026, 5, 10, 18);
const base = regularRow(
  { zone: 'Europe/Berlin', date: '2026-06-10' },
  { time: '20:00', zone: 'Europe/Berlin', length: 900_000 },
  500,
);
const regular: GatheringRow = base;
const special: GatheringRow = { ...base, id: 'special-1', isRegular: false, groupId: 'a'.repeat(32), host: 'host' };
const pool = (groupSpace: string, poolType: 'anyone' | 'myCircle' = 'anyone') => ({
  experienceType: 'oneminute',
  poolType,
  groupSpace,
});

function rulesWith({
  gathering = special,
  registered = true,
  standsIn = false,
}: {
  gathering?: GatheringRow;
  registered?: boolean;
  standsIn?: boolean;
} = {}) {
  const came: string[] = [];
  const since: number[] = [];
  const isIn = (now: number) => gathering.startsAt.getTime() <= now && now < gathering.endsAt.getTime();
  const rules = new PoolRules({
    store: {
      registration: async () => (registered ? ({ standsIn, leftAt: null } as Registration) : undefined),
    },
    schedule: {
      findByGroup: async (groupId: string) => (gathering.groupId === groupId ? gathering : undefined),
      currentRegular: (now: number) => (gathering.isRegular && isIn(now) ? gathering : undefined),
    } as never,
    metSince: async (_, at) => {
      since.push(at);
      return new Map([['ben', start + 1]]);
    },
    came: ({ id }, accountId) => came.push(`${accountId} at ${id}`),
  });
  return { rules, came, since };
}

test('[GAT-11] a space takes connect requests from its start until its end', async () => {
  const { rules } = rulesWith();
  const at = (now: number) => rules.denial('ann', pool('a'.repeat(32)), now);
  expect(await Promise.all([start - 1, start, start + 899_999, start + 900_000].map(at))).toEqual([
    'gathering_not_open',
    undefined,
    undefined,
    'gathering_over',
  ]);
});

test('[GAT-11] only those who have registered, and the host, connect in a space', async () => {
  const { rules } = rulesWith({ registered: false });
  expect(await rules.denial('ann', pool('a'.repeat(32)), start)).toBe('gathering_not_found');
  expect(await rules.denial('host', pool('a'.repeat(32)), start)).toBeUndefined();
  expect(await rules.denial('host', pool('b'.repeat(32)), start)).toBe('gathering_not_found');
});

test.each([
  ['proposed', 'gathering_not_found'],
  ['refused', 'gathering_not_found'],
  ['cancelled', 'gathering_over'],
] as const)('[GAT-11] nobody connects in the space of a gathering that is %s', async (state, error) => {
  const { rules } = rulesWith({ gathering: { ...special, state } });
  expect(await rules.denial('ann', pool('a'.repeat(32)), start)).toBe(error);
});

test('[GAT-13] in a gathering matchmaking hears whom a member has met since its start, and whether they stand in', async () => {
  const { rules, since } = rulesWith({ standsIn: true });
  expect(await rules.circumstances('ann', pool('a'.repeat(32)), start)).toEqual({
    met: new Map([['ben', start + 1]]),
    standsIn: true,
  });
  expect(since).toEqual([start]);
});

test('[GAT-13] [GAT-50] while a regular gathering takes place, it does so in the open pool; circles are not part of it', async () => {
  const { rules, came } = rulesWith({ gathering: regular, registered: false });
  expect(await rules.circumstances('ann', pool('open'), start)).toMatchObject({ standsIn: false });
  await rules.entered('ann', pool('open'), start);
  for (const [where, now] of [
    [pool('open', 'myCircle'), start],
    [pool('open'), start - 1],
    [pool('open'), start + 900_000],
  ] as const) {
    expect(await rules.circumstances('ben', where, now)).toBeUndefined();
    await rules.entered('ben', where, now);
  }
  expect(came).toEqual([`ann at ${regular.id}`]);
});
