import { describe, expect, test } from 'vitest';
import {
  type ActKind,
  canBeAppealed,
  heldBackBecause,
  holdCause,
  mailboxOf,
  networkOf,
  type Reporter,
  rankOf,
  type StandingAct,
  standingOf,
  type Voice,
  weightOf,
} from './rules.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_000 * day;

const voice = (network: string, more: Partial<Voice> = {}): Voice => ({
  upheld: 0,
  dismissed: 0,
  reportedAt: now - hour,
  reasons: ['written signs'],
  memberSince: now - 30 * day,
  network,
  heldBack: false,
  ...more,
});
const underage = (more: Partial<Voice> = {}) => voice('a', { reasons: ['seems under 18'], ...more });

describe('[MOD-6] what holds somebody', () => {
  test.each([
    ['nobody reported', [], 0, undefined],
    ['two reporters', [voice('a'), voice('b')], 0, undefined],
    ['three from three networks', [voice('a'), voice('b'), voice('c')], 0, 'reports'],
    ['three from two networks', [voice('a'), voice('a'), voice('b')], 0, undefined],
    ['one of three more than seven days ago', [voice('a'), voice('b'), voice('c', { reportedAt: now - 7 * day })], 0, undefined],
    ['one of three a day old here', [voice('a'), voice('b'), voice('c', { memberSince: now - day })], 0, undefined],
    ['one of three a guest', [voice('a'), voice('b'), voice('c', { memberSince: undefined })], 0, undefined],
    ['one of three known to be wrong', [voice('a'), voice('b'), voice('c', { dismissed: 1 })], 0, undefined],
    [
      'a fourth makes up for it',
      [voice('a'), voice('b'), voice('c', { dismissed: 1 }), voice('d', { dismissed: 1 })],
      0,
      'reports',
    ],
    ['often right outweighs once wrong', [voice('a'), voice('b'), voice('c', { upheld: 2, dismissed: 1 })], 0, 'reports'],
    ['five networks after a dismissed case', ['a', 'b', 'c', 'd', 'e'].map((each) => voice(each)), 1, undefined],
    ['six networks after a dismissed case', ['a', 'b', 'c', 'd', 'e', 'f'].map((each) => voice(each)), 1, 'reports'],
    ['one who saw somebody under 18', [underage({ network: undefined })], 0, 'under_18'],
    ['the same, held back', [underage({ heldBack: true })], 0, undefined],
    ['one of three held back', [voice('a'), voice('b'), voice('c', { heldBack: true })], 0, undefined],
    ['a fourth makes up for it, too', [voice('a'), voice('b'), voice('c', { heldBack: true }), voice('d')], 0, 'reports'],
    ['the same from somebody known to be wrong', [underage({ dismissed: 1 })], 0, undefined],
    ['the same after a dismissed case', [underage()], 1, undefined],
  ] as const)('%s', (_, voices, dismissed, cause) => {
    expect(holdCause(voices, dismissed, now)).toBe(cause);
  });
});

const reporter = (more: Partial<Reporter> = {}): Reporter => ({
  guest: false,
  settled: true,
  conduct: 'good',
  memberSince: now - day,
  ...more,
});
const underAge = { reasons: ['seems under 18'], reportedFirst: false } as const;
const signs = { reasons: ['written signs'], reportedFirst: false } as const;

describe('[MOD-28] which reports do not act by themselves', () => {
  test.each([
    ['a member’s of a day', underAge, reporter(), null],
    ['one millisecond younger', underAge, reporter({ memberSince: now - day + 1 }), 'unproven'],
    ['the same of another reason', signs, reporter({ memberSince: now - 1 }), null],
    ['of somebody held', underAge, reporter({ conduct: 'held' }), 'unproven'],
    ['of somebody suspended', underAge, reporter({ conduct: 'suspended' }), 'unproven'],
    ['of somebody suspended, of another reason', signs, reporter({ conduct: 'suspended' }), null],
    ['of somebody whose address is not confirmed', underAge, reporter({ settled: false }), 'unproven'],
    ['of somebody who is gone', underAge, undefined, 'unproven'],
    ['a guest’s', underAge, reporter({ guest: true }), 'guest'],
    ['a guest’s of any reason', signs, reporter({ guest: true }), 'guest'],
    ['of somebody who was reported first', { ...underAge, reportedFirst: true }, reporter(), 'reported_first'],
    ['the same of any reason', { ...signs, reportedFirst: true }, reporter(), 'reported_first'],
  ] as const)('%s', (_, made, by, why) => {
    expect(heldBackBecause(made, by, now)).toBe(why);
  });
});

test('[MOD-6] a report weighs less the more of somebody’s reports came to nothing', () => {
  const weights = [0, 1, 2, 3].map((dismissed) => weightOf({ upheld: 0, dismissed }));
  expect(weights).toEqual([1, 1 / 2, 1 / 3, 1 / 4]);
  expect(weightOf({ upheld: 3, dismissed: 3 })).toBe(1);
});

const line = (kind: ActKind, more: Partial<StandingAct> = {}): StandingAct => ({
  id: `${kind} line`,
  code: null,
  kind,
  caseId: 'one',
  at: new Date(now - day),
  until: null,
  ...more,
});
const until = (at: number) => ({ until: new Date(at) });

describe('[MOD-8] how somebody stands is the sum of the ledger', () => {
  test.each<[string, StandingAct[], string, number | null]>([
    ['nothing', [], 'good', null],
    ['a hold', [line('held', until(now + hour))], 'held', now + hour],
    ['a hold that has run out', [line('held', until(now))], 'good', null],
    ['a hold that people ended', [line('held', until(now + hour)), line('dismissed')], 'good', null],
    ['a warning', [line('held', until(now + hour)), line('warned')], 'good', null],
    ['a suspension with an end', [line('suspended', until(now + day))], 'suspended', now + day],
    ['a suspension that has ended', [line('suspended', until(now - 1))], 'good', null],
    ['until further notice', [line('suspended')], 'suspended', null],
    ['a later, shorter one changes nothing', [line('suspended'), line('suspended', until(now + 1))], 'suspended', null],
    ['a dismissed case does not end another', [line('suspended'), line('dismissed', { caseId: 'two' })], 'suspended', null],
    ['a proposed ban', [line('ban proposed')], 'suspended', null],
    ['the second person says no', [line('ban proposed'), line('dismissed')], 'good', null],
    ['the second person says less', [line('ban proposed'), line('suspended', until(now + day))], 'suspended', now + day],
    ['a ban', [line('ban proposed'), line('banned')], 'banned', null],
    ['reinstated', [line('ban proposed'), line('banned'), line('reinstated')], 'good', null],
    ['an appeal reversed it', [line('suspended'), line('appeal reversed', { code: 'suspended line' })], 'good', null],
    [
      'an appeal reversed the ban',
      [line('ban proposed'), line('banned'), line('appeal reversed', { code: 'banned line' })],
      'good',
      null,
    ],
    [
      'an appeal reversed only a warning',
      [line('warned'), line('banned'), line('appeal reversed', { code: 'warned line' })],
      'banned',
      null,
    ],
    [
      'an appeal reversed the proposal',
      [line('ban proposed'), line('appeal reversed', { code: 'ban proposed line' })],
      'good',
      null,
    ],
    ['reinstated before the second person', [line('ban proposed'), line('reinstated', { caseId: 'two' })], 'good', null],
    ['an appeal did not', [line('suspended'), line('appealed'), line('appeal upheld')], 'suspended', null],
    ['looks and notes count for nothing', [line('claimed'), line('looked'), line('noted'), line('released')], 'good', null],
  ])('%s', (_, acts, conduct, end) => {
    expect(standingOf(acts, now)).toMatchObject({ conduct, until: end });
  });
});

test('[MOD-10] what people decided can be appealed for six months, and a hold never', () => {
  const at = (days: number) => new Date(now - days * day);
  expect(
    (['warned', 'suspended', 'ban proposed', 'banned'] as const).every((kind) => canBeAppealed({ kind, at: at(182) }, now)),
  ).toBe(true);
  expect(canBeAppealed({ kind: 'suspended', at: at(183) }, now)).toBe(false);
  expect((['held', 'dismissed', 'reinstated'] as const).some((kind) => canBeAppealed({ kind, at: at(0) }, now))).toBe(false);
});

test('what could be about a child, or is sexual, is looked at first', () => {
  expect([rankOf(['written signs']), rankOf(['written signs', 'hate or harassment']), rankOf(['seems under 18'])]).toEqual([
    1, 2, 3,
  ]);
});

test('[MOD-12] one mailbox however it is spelled', () => {
  expect(new Set(['a.nn@gmail.com', 'ann+1@gmail.com', 'ann@googlemail.com'].map(mailboxOf))).toEqual(new Set(['ann@gmail.com']));
  expect(mailboxOf('a.nn+x@outlook.com')).toBe('a.nn@outlook.com');
  expect(mailboxOf('a.nn+x@example.org')).toBe('a.nn+x@example.org');
});

test('a network is what many people share', () => {
  expect(networkOf('192.0.2.77')).toBe('192.0.2');
  expect(networkOf('2001:db8:1:2::/64')).toBe('2001:db8:1');
});
