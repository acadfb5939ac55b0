import { mailboxOf } from '@unspoken/contract/mailbox';
import { describe, expect, test } from 'vitest';
import {
  type ActKind,
  canBeAppealed,
  heldBackBecause,
  holdCause,
  isAlerting,
  networkOf,
  type Reporter,
  rankOf,
  type StandingAct,
  standingOf,
  upheldAt,
  type WeighedReport,
  weightOf,
} from './rules.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_000 * day;

const voice = (network: string, more: Partial<WeighedReport> = {}): WeighedReport => ({
  upheld: 0,
  dismissed: 0,
  reportedAt: now - hour,
  reasons: ['written signs'],
  memberSince: now - 30 * day,
  network,
  heldBack: false,
  ...more,
});
const underage = (more: Partial<WeighedReport> = {}) => voice('a', { reasons: ['seems under 18'], ...more });

describe('[MOD-6] reports set a hold by weight, network and age', () => {
  test.each([
    ['no reports', [], 0, undefined],
    ['two reporters', [voice('a'), voice('b')], 0, undefined],
    ['three reporters from three networks', [voice('a'), voice('b'), voice('c')], 0, 'reports'],
    ['three reporters from two networks', [voice('a'), voice('a'), voice('b')], 0, undefined],
    ['one of three seven days ago', [voice('a'), voice('b'), voice('c', { reportedAt: now - 7 * day })], 0, undefined],
    ['one of three accounts a day old', [voice('a'), voice('b'), voice('c', { memberSince: now - day })], 0, undefined],
    ['one of three accounts deleted', [voice('a'), voice('b'), voice('c', { memberSince: undefined })], 0, undefined],
    ['one of three with a dismissed report before', [voice('a'), voice('b'), voice('c', { dismissed: 1 })], 0, undefined],
    [
      'two reporters of half the weight in place of one',
      [voice('a'), voice('b'), voice('c', { dismissed: 1 }), voice('d', { dismissed: 1 })],
      0,
      'reports',
    ],
    [
      'more upheld than dismissed reports weigh in full',
      [voice('a'), voice('b'), voice('c', { upheld: 2, dismissed: 1 })],
      0,
      'reports',
    ],
    ['five networks after a dismissed case', ['a', 'b', 'c', 'd', 'e'].map((each) => voice(each)), 1, undefined],
    ['six networks after a dismissed case', ['a', 'b', 'c', 'd', 'e', 'f'].map((each) => voice(each)), 1, 'reports'],
    ['one report of seeming under 18', [underage({ network: undefined })], 0, 'under_18'],
    ['the same, held back', [underage({ heldBack: true })], 0, undefined],
    ['one of three reports held back', [voice('a'), voice('b'), voice('c', { heldBack: true })], 0, undefined],
    [
      'a fourth in place of the one held back',
      [voice('a'), voice('b'), voice('c', { heldBack: true }), voice('d')],
      0,
      'reports',
    ],
    ['seeming under 18, from a reporter with a dismissed report before', [underage({ dismissed: 1 })], 0, undefined],
    ['seeming under 18, after a dismissed case', [underage()], 1, undefined],
  ] as const)('%s', (_, voices, dismissed, cause) => {
    expect(holdCause(voices, dismissed, now)).toBe(cause);
  });
});

const reporter = (more: Partial<Reporter> = {}): Reporter => ({
  guest: false,
  admitted: true,
  conduct: 'good',
  memberSince: now - day,
  isWithinDay: true,
  ...more,
});
const underAge = { reasons: ['seems under 18'], reportedFirst: false } as const;
const signs = { reasons: ['written signs'], reportedFirst: false } as const;

describe('[MOD-28] mutual, guest and unproven reports are held back', () => {
  test.each([
    ['by a member for a day', underAge, reporter(), null],
    ['by an account one millisecond younger', underAge, reporter({ memberSince: now - day + 1 }), 'unproven'],
    ['by a new account, for another reason', signs, reporter({ memberSince: now - 1 }), null],
    ['by a member on hold', underAge, reporter({ conduct: 'held' }), 'unproven'],
    ['by a suspended member', underAge, reporter({ conduct: 'suspended' }), 'unproven'],
    ['by a suspended member, for another reason', signs, reporter({ conduct: 'suspended' }), null],
    ['by an account whose address is not confirmed', underAge, reporter({ admitted: false }), 'unproven'],
    ['by a deleted account', underAge, undefined, 'unproven'],
    ['by a guest', underAge, reporter({ guest: true }), 'guest'],
    ['by a guest, for another reason', signs, reporter({ guest: true }), 'guest'],
    ['by a member who was reported first', { ...underAge, reportedFirst: true }, reporter(), 'reported_first'],
    ['by a member who was reported first, for another reason', { ...signs, reportedFirst: true }, reporter(), 'reported_first'],
  ] as const)('%s', (_, report, by, reason) => {
    expect(heldBackBecause(report, by, now)).toBe(reason);
  });
});

test('[MOD-36] one of very many reports is held back, and comes first only if it says "seems under 18"', () => {
  const many = reporter({ isWithinDay: false });
  expect([heldBackBecause(signs, many, now), heldBackBecause(underAge, many, now)]).toEqual(['many', 'many']);
  expect(heldBackBecause(underAge, reporter({ isWithinDay: false, conduct: 'held' }), now)).toBe('unproven');
  expect([isAlerting('many', ['written signs']), isAlerting('many', ['other', 'seems under 18'])]).toEqual([false, true]);
  expect([isAlerting('guest', ['written signs']), isAlerting(null, ['seems under 18'])]).toEqual([true, false]);
});

test('[MOD-6] a report weighs less the more of its reporter’s reports were dismissed', () => {
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

describe('[MOD-8] standing is computed from the ledger', () => {
  test.each<[string, StandingAct[], string, number | null]>([
    ['no lines', [], 'good', null],
    ['a hold', [line('held', until(now + hour))], 'held', now + hour],
    ['a hold that has expired', [line('held', until(now))], 'good', null],
    ['a hold ended by a dismissal', [line('held', until(now + hour)), line('dismissed')], 'good', null],
    ['a hold ended by a warning', [line('held', until(now + hour)), line('warned')], 'good', null],
    ['a suspension with an end', [line('suspended', until(now + day))], 'suspended', now + day],
    ['a suspension that has ended', [line('suspended', until(now - 1))], 'good', null],
    ['a suspension until further notice', [line('suspended')], 'suspended', null],
    ['a later, shorter suspension changes nothing', [line('suspended'), line('suspended', until(now + 1))], 'suspended', null],
    [
      'a dismissal in another case does not end a suspension',
      [line('suspended'), line('dismissed', { caseId: 'two' })],
      'suspended',
      null,
    ],
    ['a proposed ban', [line('ban proposed')], 'suspended', null],
    ['a proposed ban, dismissed by the second person', [line('ban proposed'), line('dismissed')], 'good', null],
    [
      'a proposed ban, reduced to a suspension by the second person',
      [line('ban proposed'), line('suspended', until(now + day))],
      'suspended',
      now + day,
    ],
    ['a ban', [line('ban proposed'), line('banned')], 'banned', null],
    ['a reinstatement after a ban', [line('ban proposed'), line('banned'), line('reinstated')], 'good', null],
    ['a suspension reversed on appeal', [line('suspended'), line('appeal reversed', { code: 'suspended line' })], 'good', null],
    [
      'a ban reversed on appeal',
      [line('ban proposed'), line('banned'), line('appeal reversed', { code: 'banned line' })],
      'good',
      null,
    ],
    [
      'only a warning reversed on appeal',
      [line('warned'), line('banned'), line('appeal reversed', { code: 'warned line' })],
      'banned',
      null,
    ],
    [
      'a proposed ban reversed on appeal',
      [line('ban proposed'), line('appeal reversed', { code: 'ban proposed line' })],
      'good',
      null,
    ],
    [
      'a reinstatement before the second person decides',
      [line('ban proposed'), line('reinstated', { caseId: 'two' })],
      'good',
      null,
    ],
    ['an upheld appeal changes nothing', [line('suspended'), line('appealed'), line('appeal upheld')], 'suspended', null],
    ['claims, looks and notes change nothing', [line('claimed'), line('looked'), line('noted'), line('released')], 'good', null],
  ])('%s', (_, acts, conduct, end) => {
    expect(standingOf(acts, now)).toMatchObject({ conduct, until: end });
  });
});

test.each<[string, StandingAct[], Date | undefined]>([
  ['nothing', [], undefined],
  ['holds, dismissals and reinstatements', [line('held', until(now)), line('dismissed'), line('reinstated')], undefined],
  ['a ban that waits for the second person', [line('ban proposed')], undefined],
  ['a proposed ban that was dismissed', [line('ban proposed'), line('dismissed')], undefined],
  ['a warning', [line('warned', { at: new Date(5) }), line('suspended')], new Date(5)],
  ['a suspension that is over', [line('suspended', { ...until(now - day), at: new Date(6) })], new Date(6)],
  ['a ban', [line('ban proposed'), line('banned', { at: new Date(7) })], new Date(7)],
  ['a ban after which the person was reinstated', [line('banned', { at: new Date(8) }), line('reinstated')], new Date(8)],
  ['a refused appeal', [line('warned', { at: new Date(9) }), line('appeal upheld', { code: 'warned line' })], new Date(9)],
  ['a reversal', [line('warned'), line('appeal reversed', { code: 'warned line' })], undefined],
  [
    'a reversal of one of two decisions',
    [line('warned'), line('suspended', { at: new Date(10) }), line('appeal reversed', { code: 'warned line' })],
    new Date(10),
  ],
])('[WEL-5] a report was upheld, or not: %s', (_, acts, at) => {
  expect(upheldAt(acts)).toEqual(at);
});

test('[MOD-10] decisions of moderators against a person can be appealed for six months, and a hold never', () => {
  const at = (days: number) => new Date(now - days * day);
  expect(
    (['warned', 'suspended', 'ban proposed', 'banned'] as const).every((kind) => canBeAppealed({ kind, at: at(182) }, now)),
  ).toBe(true);
  expect(canBeAppealed({ kind: 'suspended', at: at(183) }, now)).toBe(false);
  expect((['held', 'dismissed', 'reinstated'] as const).some((kind) => canBeAppealed({ kind, at: at(0) }, now))).toBe(false);
});

test('reports about a possible child or sexual behaviour rank highest', () => {
  expect([rankOf(['written signs']), rankOf(['written signs', 'hate or harassment']), rankOf(['seems under 18'])]).toEqual([
    1, 2, 3,
  ]);
});

test('[MOD-12] all spellings of a mailbox are one mailbox', () => {
  expect(new Set(['a.nn@gmail.com', 'ann+1@gmail.com', 'ann@googlemail.com'].map(mailboxOf))).toEqual(new Set(['ann@gmail.com']));
  expect(mailboxOf('a.nn+x@outlook.com')).toBe('a.nn@outlook.com');
  expect(mailboxOf('a.nn+x@example.org')).toBe('a.nn+x@example.org');
});

test('a network is the prefix of an address that many people share', () => {
  expect(networkOf('192.0.2.77')).toBe('192.0.2');
  expect(networkOf('2001:db8:1:2::/64')).toBe('2001:db8:1');
});
