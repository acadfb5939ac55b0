import { randomBytes } from 'node:crypto';
import { shortLengths } from '@unspoken/contract/lengths';
import { onRedis, ownSpace } from '@unspoken/testing/redis';
import { expect, test } from 'vitest';
import { MemoryMatchmakingState } from './memory-state.ts';
import { RedisMatchmakingState } from './redis-state.ts';
import { standInContract } from './stand-in-contract.ts';
import type { MatchmakingState, WaitingEntry } from './state.ts';
import { matchmakingStateContract } from './state-contract.ts';
import { welcomeContract } from './welcome-contract.ts';

const anyone = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
const entry = (accountId: string, node: string): WaitingEntry => ({
  accountId,
  connectionId: `socket of ${accountId}`,
  node,
  clickID: `click of ${accountId}`,
  pool: anyone,
  queuedAt: 1,
  askedAt: 1,
  noRepeat: false,
  avoid: {},
});

onRedis((redis) => {
  const open = async (...nodes: readonly [node: string, lease: number][]) => {
    const matchmakingState = new RedisMatchmakingState(redis(), ownSpace());
    for (const [node, lease] of nodes) await matchmakingState.renewLease(node, lease, 1);
    return matchmakingState;
  };

  matchmakingStateContract('Redis', () => open(['here', 60_000], ['there', 60_000]));
  standInContract('Redis', () => open(['here', 60_000]));
  welcomeContract('Redis', () => open(['here', 60_000]));

  test('in thousands of random steps, Redis and memory have the same results', async () => {
    const [one, other] = [await open(['here', 600_000]), new MemoryMatchmakingState()];
    // Another walk at each run, which is named where the two differ.
    const seed = randomBytes(4).readUInt32LE();
    let draw = seed;
    const random = (n: number) => {
      draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
      return draw % n;
    };
    const people = Array.from({ length: 12 }, (_, i) => `person ${i}`);
    const somebody = () => people[random(people.length)] as string;
    const click = (who: string) => `${who}${[',', '","', '\\"'][random(3)]}`;
    const some = () => people.filter(() => random(4) === 0);
    const step = (i: number): ((matchmakingState: MatchmakingState) => Promise<unknown>) => {
      const who = somebody();
      const kind = random(11);
      if (kind === 0)
        return (
          (name) => (matchmakingState) =>
            matchmakingState.end(who, name)
        )(click(who));
      if (kind === 1)
        return (
          (name, until) => (matchmakingState) =>
            matchmakingState.leave(who, name, until)
        )(`socket ${random(2)}`, i + random(60));
      if (kind <= 4)
        return (
          (room, exits) => (matchmakingState) =>
            matchmakingState.release(room, ...exits)
        )(
          `room ${i - 1 - random(12)}`,
          [who, ...some()].map((accountId) => ({ accountId, ...(random(2) && { finishes: click(accountId) }) })),
        );
      if (kind === 10)
        return (
          (name, until) => (matchmakingState) =>
            matchmakingState.reserve(who, name, until)
        )(click(who), i + random(60));
      const requested: WaitingEntry = {
        ...entry(who, 'here'),
        connectionId: `socket ${random(2)}`,
        clickID: click(who),
        pool: random(3) > 0 ? anyone : { ...anyone, poolType: 'myCircle' },
        queuedAt: i,
        avoid: Object.fromEntries(some().map((each) => [each, random(2) ? i + random(200) : Number.POSITIVE_INFINITY])),
        ...(random(3) === 0 && { only: some() }),
        ...(random(2) === 0 && { aloneFrom: i + random(100) }),
        ...(random(4) === 0 && { standsIn: true }),
        ...(random(4) === 0 && { length: shortLengths[random(2)] }),
        ...(random(2) === 0 && { orShorter: true }),
        ...([{ isNew: true }, { welcomes: true }, {}] as const)[random(3)],
        ...(random(2) === 0 && { orderAfter: random(60) }),
      };
      const verb = (['join', 'join', 'refresh', 'requeue'] as const)[random(4)] ?? 'join';
      return (matchmakingState) => matchmakingState[verb](requested, { roomID: `room ${i}`, node: 'here' }, i);
    };
    const outcomes = new Set<string>();
    for (let i = 1; i <= 6_000; i++) {
      // Requests end for good: use new people from time to time.
      if (i % 200 === 0) people.splice(0, people.length, ...people.map((_, nth) => `person ${nth} of ${i}`));
      const take = step(i);
      const [answer, expected] = [await take(one), await take(other)];
      if (typeof answer === 'object' && answer && 'outcome' in answer) outcomes.add(String(answer.outcome));
      expect(answer, `seed ${seed}, step ${i}`).toEqual(expected);
      const [counts, expectedCounts] = [await one.counts(), await other.counts()];
      expect(counts, `seed ${seed}, step ${i}`).toEqual(expectedCounts);
      const asked = somebody();
      expect(await one.find(asked), `seed ${seed}, step ${i}`).toEqual(await other.find(asked));
      for (const pool of counts.keys())
        expect(await one.waitingIn(pool), `seed ${seed}, step ${i}`).toEqual(await other.waitingIn(pool));
    }
    for (const each of people) expect(await one.find(each)).toEqual(await other.find(each));
    expect(outcomes).toEqual(new Set(['waiting', 'paired', 'ended', 'in room', 'superseded']));
  });

  test('[MAT-8] nobody is paired with an entry of a dead process, and a takeover removes its entries', async () => {
    const matchmakingState = await open(['dead', 0], ['alive', 60_000]);
    const room = { roomID: 'r', node: 'alive' };
    expect((await matchmakingState.join(entry('ann', 'dead'), room, 1)).outcome).toBe('waiting');
    expect((await matchmakingState.join(entry('ben', 'alive'), room, 1)).outcome).toBe('waiting');
    expect(await matchmakingState.takeOver('alive', 15_000)).toEqual({ gone: ['dead'], rooms: [] });
    const { reserved, ...rest } = await matchmakingState.find('ann');
    expect([rest, reserved]).toEqual([{}, { clickID: 'click of ann', queuedAt: 1, until: expect.any(Number) }]);
    expect([...(await matchmakingState.counts())]).toEqual([['oneminute:anyone:open', 1]]);
    expect(await matchmakingState.takeOver('alive', 15_000)).toEqual({ gone: [], rooms: [] });
  });

  test('the rooms of a dead process are taken over once, completely, by one of the others', async () => {
    const matchmakingState = await open(['dead', 0], ['alive', 60_000], ['late', 60_000]);
    await matchmakingState.join(entry('ann', 'alive'), { roomID: '', node: 'alive' }, 1);
    const room = { roomID: 'r', node: 'dead' };
    expect((await matchmakingState.join(entry('ben', 'alive'), room, 1)).outcome).toBe('paired');
    await matchmakingState.release('r', { accountId: 'ben' });
    const found = await Promise.all([matchmakingState.takeOver('alive', 15_000), matchmakingState.takeOver('late', 15_000)]);
    expect(found.flatMap(({ rooms }) => rooms)).toEqual([
      {
        roomID: 'r',
        sides: [
          { accountId: 'ann', clickID: 'click of ann' },
          { accountId: 'ben', clickID: undefined },
        ],
      },
    ]);
    const holder = await matchmakingState.ownerOf('r');
    expect(['alive', 'late']).toContain(holder);
    expect(await matchmakingState.find('ann')).toEqual({ room: { roomID: 'r', node: holder, clickID: 'click of ann' } });
  });

  test('a room that its members have left is released by whichever process took it to be its own', async () => {
    const matchmakingState = await open(['here', 60_000], ['there', 60_000], ['dead', 0]);
    const sides = [entry('ann', 'here'), entry('ben', 'here')] as const;
    await matchmakingState.restore({ roomID: 'r', node: 'dead' }, sides);
    await matchmakingState.release('r', ...sides);
    // A process that was away still knew the room, in which nobody is any more.
    await matchmakingState.restore({ roomID: 'another', node: 'here' }, sides);
    await matchmakingState.restore({ roomID: 'r', node: 'there' }, sides);
    await matchmakingState.release('r', ...(await matchmakingState.room('r')).sides);
    expect([await matchmakingState.ownedBy('there'), await matchmakingState.ownedBy('here')]).toEqual([[], ['another']]);
  });

  test('a process that was away does not take back a room that another one has by now', async () => {
    const matchmakingState = await open(['here', 0], ['there', 60_000]);
    const sides = [entry('ann', 'here'), entry('ben', 'here')] as const;
    expect(await matchmakingState.restore({ roomID: 'r', node: 'here' }, sides)).toBe(true);
    expect((await matchmakingState.takeOver('there', 15_000)).rooms).toHaveLength(1);
    expect(await matchmakingState.restore({ roomID: 'r', node: 'here' }, sides)).toBe(false);
    expect([await matchmakingState.ownedBy('there'), await matchmakingState.ownedBy('here')]).toEqual([['r'], []]);
    expect(await matchmakingState.find('ann')).toEqual({ room: { roomID: 'r', node: 'there', clickID: 'click of ann' } });
  });

  test('[ENC-36] a process whose own lease has expired takes nothing over, and not itself', async () => {
    const matchmakingState = await open(['here', 0], ['dead', 0], ['there', 60_000]);
    const sides = [entry('ann', 'here'), entry('ben', 'here')] as const;
    await matchmakingState.restore({ roomID: 'r', node: 'here' }, sides);
    expect(await matchmakingState.takeOver('here', 15_000)).toEqual({ gone: [], rooms: [] });
    expect(await matchmakingState.ownedBy('here')).toEqual(['r']);
    expect(await matchmakingState.takeOver('there', 15_000)).toMatchObject({ rooms: [{ roomID: 'r' }] });
  });

  test('[ENC-36] a room that was restored from a process that died after taking it over is taken from neither, and released for good', async () => {
    const matchmakingState = await open(['here', 0], ['there', 60_000], ['late', 60_000]);
    const sides = [entry('ann', 'here'), entry('ben', 'here')] as const;
    await matchmakingState.restore({ roomID: 'r', node: 'here' }, sides);
    await matchmakingState.takeOver('there', 15_000);
    await matchmakingState.renewLease('here', 60_000, 2);
    await matchmakingState.renewLease('there', 0, 2);
    expect(await matchmakingState.restore({ roomID: 'r', node: 'here' }, sides)).toBe(true);
    expect(await matchmakingState.find('ann')).toEqual({ room: { roomID: 'r', node: 'here', clickID: 'click of ann' } });
    expect(await matchmakingState.takeOver('late', 15_000)).toEqual({ gone: ['there'], rooms: [] });
    expect(await matchmakingState.ownerOf('r')).toBe('here');
    await matchmakingState.release('r', ...sides);
    for (const node of ['here', 'there', 'late']) expect(await matchmakingState.ownedBy(node), node).toEqual([]);
  });

  test('lost state is restored from what a process still knows', async () => {
    const matchmakingState = await open();
    expect(await matchmakingState.renewLease('here', 60_000, 7)).toMatchObject({ before: 0, wasValid: false });
    expect(await matchmakingState.renewLease('here', 60_000, 8)).toMatchObject({ before: 7, wasValid: true });
    const sides = [
      { accountId: 'ann', clickID: 'one' },
      { accountId: 'ben', clickID: 'two' },
    ] as const;
    await matchmakingState.join({ ...entry('ben', 'here'), clickID: 'two' }, { roomID: '', node: 'here' }, 1);
    expect(await matchmakingState.withoutOwner(['r'])).toEqual(['r']);
    await matchmakingState.restore({ roomID: 'r', node: 'here' }, sides);
    expect([await matchmakingState.withoutOwner(['r']), await matchmakingState.ownedBy('here')]).toEqual([[], ['r']]);
    expect(await matchmakingState.find('ben')).toEqual({ room: { roomID: 'r', node: 'here', clickID: 'two' } });
    expect(await matchmakingState.find('ann')).toEqual({ room: { roomID: 'r', node: 'here', clickID: 'one' } });
    expect([...(await matchmakingState.counts())]).toEqual([]);
  });

  test('[MAT-8] an entry without a socket at its process is removed at the second look', async () => {
    const matchmakingState = await open(['here', 60_000]);
    const here = entry('ann', 'here');
    await matchmakingState.join(here, { roomID: '', node: 'here' }, 1);
    // Written by another client under the same process name, so that this one does not know the entry.
    const other = new RedisMatchmakingState(redis(), matchmakingState.space);
    await other.join({ ...entry('ben', 'here'), avoid: { ann: Number.POSITIVE_INFINITY } }, { roomID: '', node: 'here' }, 1);
    const waits = async () => [...(await matchmakingState.counts()).values()];
    await matchmakingState.reconcile('here', () => true, 9);
    expect(await waits()).toEqual([2]);
    await matchmakingState.reconcile('here', () => true, 9);
    const gone = { clickID: 'click of ben', queuedAt: 1, until: 9 };
    expect([await waits(), await matchmakingState.find('ben')]).toEqual([[1], { reserved: gone }]);
    await matchmakingState.reconcile('here', () => false, 9);
    await matchmakingState.reconcile('here', () => false, 9);
    expect([await waits(), await matchmakingState.find('ann')]).toEqual([[], { reserved: { ...gone, clickID: 'click of ann' } }]);
  });

  test('[MAT-29] a process learns which of its entries no longer wait: replaced by a request elsewhere, or paired', async () => {
    const here = await open(['here', 60_000], ['there', 60_000]);
    const there = new RedisMatchmakingState(redis(), here.space);
    const room = { roomID: 'r', node: 'there' };
    const ann = entry('ann', 'here');
    await here.join(ann, { roomID: '', node: 'here' }, 1);
    expect(await here.reconcile('here', () => true, 9)).toEqual([]);
    // Whether the answer to this call arrives makes no difference to her.
    const later = { ...entry('ann', 'there'), clickID: 'a later click' };
    expect((await there.join(later, room, 1)).outcome).toBe('waiting');
    expect(await here.reconcile('here', () => true, 9)).toEqual([ann]);
    expect(await here.reconcile('here', () => true, 9)).toEqual([]);
    expect(here.mine()).toEqual([]);

    const ben = entry('ben', 'here');
    await there.leave('ann', later.connectionId, 0);
    await here.join(ben, { roomID: '', node: 'here' }, 1);
    expect((await there.join(entry('cem', 'there'), room, 1)).outcome).toBe('paired');
    expect(await here.reconcile('here', () => true, 9)).toEqual([ben]);
  });

  test('a room of a dead process has no owner, and one that both have left is not owned', async () => {
    const matchmakingState = await open(['here', 60_000], ['dead', 0]);
    await matchmakingState.join(entry('ann', 'here'), { roomID: '', node: 'here' }, 1);
    await matchmakingState.join(entry('ben', 'here'), { roomID: 'r', node: 'dead' }, 1);
    expect([await matchmakingState.ownerOf('r'), await matchmakingState.withoutOwner(['r'])]).toEqual([undefined, ['r']]);
    await matchmakingState.takeOver('here', 15_000);
    expect([await matchmakingState.ownerOf('r'), await matchmakingState.withoutOwner(['r'])]).toEqual(['here', []]);
    for (const who of ['ann', 'ben']) await matchmakingState.release('r', { accountId: who });
    expect([
      await matchmakingState.ownerOf('r'),
      await matchmakingState.withoutOwner(['r']),
      await matchmakingState.ownedBy('here'),
    ]).toEqual(['here', ['r'], []]);
  });
});
