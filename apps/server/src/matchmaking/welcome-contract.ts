import { shortLengths } from '@unspoken/contract/lengths';
import { expect, test } from 'vitest';
import type { MatchmakingState, WaitingEntry } from './state.ts';

const anyone = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
const now = 1_000_000;
const wait = 5_000;

/** An entry queued at `now`, unless it says otherwise. */
const entry = (accountId: string, more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  ...{ accountId, connectionId: `socket of ${accountId}`, node: 'here', clickID: `click of ${accountId}`, pool: anyone },
  ...{ queuedAt: now, askedAt: now, noRepeat: false, avoid: {}, ...more },
});
const member = (accountId: string, more: Partial<WaitingEntry> = {}) => entry(accountId, { orderAfter: wait, ...more });
const newcomer = (accountId: string, more: Partial<WaitingEntry> = {}) => member(accountId, { isNew: true, ...more });
const welcomer = (accountId: string, more: Partial<WaitingEntry> = {}) => entry(accountId, { welcomes: true, ...more });
/** Nobody of these is paired with another of them. */
const apart = (...accountIds: readonly string[]) => ({
  avoid: Object.fromEntries(accountIds.map((each) => [each, Number.POSITIVE_INFINITY])),
});

/** What every implementation of the matchmaking state must do about lengths, and for newcomers. */
export function welcomeContract(name: string, create: () => Promise<MatchmakingState>): void {
  let rooms = 0;
  const room = () => ({ roomID: `room ${++rooms}`, node: 'here' });
  const joins = async (state: MatchmakingState, who: WaitingEntry, at: number) => {
    const joined = await state.join(who, room(), at);
    return joined.outcome === 'paired' ? joined.first.accountId : joined.outcome;
  };
  /** The outcomes of these entries, which join one after the other at this instant. */
  const outcomes = async (at: number, ...all: readonly WaitingEntry[]) => {
    const state = await create();
    const found: string[] = [];
    for (const each of all) found.push(await joins(state, each, at));
    return found;
  };

  test(`${name}: [MAT-40] nobody is paired for less than they agree to`, async () => {
    const wishes = [undefined, ...shortLengths].flatMap((length) =>
      [false, true].map((orShorter) => ({ ...(length && { length }), ...(orShorter && { orShorter }) })),
    );
    const meet = (one: object, other: object) => outcomes(now, entry('ann', one), entry('ben', other));
    const minutes = { undefined: 3, medium: 2, short: 1 };
    for (const one of wishes)
      for (const other of wishes) {
        const [mine, theirs] = [minutes[`${one.length}`], minutes[`${other.length}`]];
        const agrees = mine === theirs || (mine > theirs ? one.orShorter : other.orShorter);
        expect(await meet(one, other), JSON.stringify([one, other])).toEqual(['waiting', agrees ? 'ann' : 'waiting']);
      }
  });

  test(`${name}: [MAT-40] a wish of one request does not outlive it`, async () => {
    const state = await create();
    await joins(state, newcomer('ann', { length: 'short', orShorter: true }), now);
    await state.end('ann', 'click of ann');
    await joins(state, entry('ann', { clickID: 'another' }), now);
    expect(await joins(state, entry('ben', { length: 'short', orShorter: true }), now)).toBe('waiting');
    expect(await joins(state, entry('cay'), now)).toBe('ann');
  });

  test.each([
    [wait - 1, 'waiting'],
    [wait, 'ann'],
  ])(`${name}: [MAT-41] a newcomer waits for a welcomer, to the millisecond: after %i ms`, async (after, partner) => {
    for (const [first, second] of [
      [member('ann'), newcomer('ben')],
      [newcomer('ann'), member('ben')],
      [newcomer('ann'), newcomer('ben')],
      // Whichever has waited for so long.
      [member('ann'), newcomer('ben', { queuedAt: now + wait - 1 })],
      [newcomer('ann'), member('ben', { queuedAt: now + wait - 1 })],
    ] as const)
      expect(await outcomes(now + after, first, second)).toEqual(['waiting', partner]);
  });

  test(`${name}: [MAT-41] a newcomer waits for nobody where no welcomer is about, and not for a welcomer who is there`, async () => {
    expect(await outcomes(now, entry('ann'), entry('ben', { isNew: true }))).toEqual(['waiting', 'ann']);
    expect(await outcomes(now, entry('ann'), newcomer('ben'))).toEqual(['waiting', 'ann']);
    expect(await outcomes(now, welcomer('wes'), newcomer('ben'))).toEqual(['waiting', 'wes']);
    expect(await outcomes(now, welcomer('wes'), member('ben'))).toEqual(['waiting', 'wes']);
    expect(await outcomes(now, welcomer('wes'), welcomer('will'))).toEqual(['waiting', 'wes']);
  });

  test.each([
    [wait - 1, 'nia'],
    [wait, 'ann'],
  ])(
    `${name}: [MAT-41] a welcomer meets the newcomer first, until somebody has waited so long, to the millisecond: after %i ms`,
    async (after, partner) => {
      const [ann, nia] = [member('ann'), newcomer('nia', { queuedAt: now + 1, ...apart('ann') })];
      expect(await outcomes(now + after, ann, nia, welcomer('wes', { queuedAt: now + after }))).toEqual([
        ...['waiting', 'waiting'],
        partner,
      ]);
    },
  );

  test(`${name}: [MAT-41] of several newcomers, a welcomer meets the one who has waited longest, and nobody whom they avoid`, async () => {
    const all = ['ann', 'nia', 'ned', 'noa'];
    const three = [
      newcomer('noa', { queuedAt: now + 3, ...apart(...all) }),
      newcomer('nia', { queuedAt: now + 1, ...apart(...all) }),
      newcomer('ned', { queuedAt: now + 2, ...apart(...all) }),
    ];
    const wes = welcomer('wes', { queuedAt: now + 4, ...apart('nia') });
    expect((await outcomes(now + 4, member('ann', apart(...all)), ...three, wes)).at(-1)).toBe('ned');
  });

  test(`${name}: [MAT-41] nobody is passed over twice, though another request of theirs can be`, async () => {
    const state = await create();
    const newcomers = ['nia', 'ned', 'noa'];
    await joins(state, member('ann', apart(...newcomers)), now);
    for (const [i, each] of newcomers.entries())
      await joins(state, newcomer(each, { queuedAt: now + i, ...apart(...newcomers) }), now + i);
    expect(await joins(state, welcomer('wes', { queuedAt: now + 3 }), now + 3)).toBe('nia');
    expect(await state.find('ann')).toEqual({ waiting: member('ann', apart(...newcomers)) });
    // What is remembered of the request is not forgotten when it is refreshed.
    await state.refresh(member('ann', apart(...newcomers)), room(), now + 4);
    expect(await joins(state, welcomer('will', { queuedAt: now + 5 }), now + 5)).toBe('ann');
    await state.end('ann', 'click of ann');
    await state.release(`room ${rooms}`, { accountId: 'ann' }, { accountId: 'will', finishes: 'click of will' });
    await joins(state, member('ann', { clickID: 'another', ...apart(...newcomers) }), now);
    expect(await joins(state, welcomer('will', { clickID: 'another', queuedAt: now + 6 }), now + 6)).toBe('ned');
  });

  test(`${name}: [MAT-41] an announcement passes nobody over`, async () => {
    const state = await create();
    await joins(state, member('ann', apart('nia')), now);
    await joins(state, newcomer('nia', { queuedAt: now + 1 }), now + 1);
    for (let i = 0; i < 2; i++)
      expect(await state.announce(welcomer('wes', { queuedAt: now + 2 }), now + wait, now + 2)).toMatchObject({
        first: { accountId: 'nia' },
      });
    expect(await joins(state, welcomer('wes', { queuedAt: now + 2 }), now + 3)).toBe('nia');
  });
}
