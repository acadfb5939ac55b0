import type { ActKind } from '@unspoken/contract/cases';
import { mailboxOf } from '@unspoken/contract/mailbox';
import { expect, test } from 'vitest';
import {
  holdCause,
  identitiesOf,
  networkOf,
  proposalEnded,
  type StandingAct,
  standingOf,
  statementKindOf,
  type WeighedReport,
  weightOf,
} from './rules.ts';

const day = 24 * 3_600_000;
const now = 1_000 * day;

const voice = (network: string | undefined, more: Partial<WeighedReport> = {}): WeighedReport => ({
  ...{ upheld: 0, dismissed: 0, reportedAt: now - 1, reasons: ['written signs'], memberSince: now - 30 * day },
  ...{ network, heldBack: false, ...more },
});

test('[MOD-6] a third network sets a hold, and each limit is exact to the millisecond', () => {
  const third = (more: Partial<WeighedReport>) => holdCause([voice('a'), voice('b'), voice('c', more)], 0, now);
  expect(third({ memberSince: now - 2 * day })).toBe('reports');
  expect(third({ memberSince: now - 2 * day + 1 })).toBeUndefined();
  expect(third({ reportedAt: now - 7 * day + 1 })).toBe('reports');
  expect(third({ reportedAt: now - 7 * day })).toBeUndefined();
});

test('[MOD-6] reports whose network has been deleted add no weight', () => {
  expect(holdCause([voice('a'), voice('b'), voice(undefined)], 0, now)).toBeUndefined();
});

test('[MOD-6] a report weighs by how its reporter’s earlier reports were decided', () => {
  expect(weightOf({ upheld: 1, dismissed: 3 })).toBe(1 / 2);
  expect(weightOf({ upheld: 2, dismissed: 2 })).toBe(1);
  expect(weightOf({ upheld: 5, dismissed: 1 })).toBe(1);
});

const act = (kind: ActKind, more: Partial<StandingAct> = {}): StandingAct => ({
  ...{ id: kind, kind, caseId: 'one', at: new Date(now - day), until: null, code: null },
  ...more,
});

test('[MOD-8] a hold outlasts lines that decide nothing, and a proposed ban outlasts decisions in other cases', () => {
  const held = act('held', { until: new Date(now + 1) });
  expect(standingOf([held, act('appealed')], now)).toEqual({ conduct: 'held', until: now + 1 });
  expect(standingOf([act('ban proposed'), act('dismissed', { caseId: 'two' })], now)).toEqual({
    ...{ conduct: 'suspended', until: null, proposedIn: 'one' },
  });
  expect(standingOf([act('held')], now)).toEqual({ conduct: 'good', until: null });
});

test('[MOD-8] a suspension is over at the exact instant of its end, and a reinstatement undoes everything before it', () => {
  expect(standingOf([act('suspended', { until: new Date(now) })], now).conduct).toBe('good');
  expect(standingOf([act('suspended', { until: new Date(now + 1) })], now).conduct).toBe('suspended');
  const all = [act('held', { until: new Date(now + 1) }), act('suspended'), act('ban proposed'), act('banned')];
  expect(standingOf([...all, act('reinstated')], now)).toEqual({ conduct: 'good', until: null });
  const heldAgain = [...all, act('reinstated'), act('held', { id: 'again', until: new Date(now + 5) })];
  expect(standingOf(heldAgain, now)).toEqual({ conduct: 'held', until: now + 5 });
  const suspendedAgain = [...all, act('reinstated'), act('suspended', { id: 'again', until: new Date(now + 5) })];
  expect(standingOf(suspendedAgain, now)).toEqual({ conduct: 'suspended', until: now + 5 });
});

test('[MOD-8] only a reversed appeal undoes the line it names', () => {
  const banned = act('banned', { id: 'the ban' });
  expect(standingOf([banned, act('appealed', { code: 'the ban' })], now).conduct).toBe('banned');
  expect(standingOf([banned, act('appeal reversed', { code: 'the ban' })], now).conduct).toBe('good');
});

test('a person receives statements about measures against them, and about a proposed ban that was dismissed', () => {
  const statementKind = (kind: ActKind, code: string | null = null) => statementKindOf({ kind, code });
  expect([statementKind('dismissed'), statementKind('dismissed', proposalEnded), statementKind('warned', proposalEnded)]).toEqual(
    [undefined, 'reinstated', 'warned'],
  );
  expect([statementKind('held'), statementKind('ban proposed'), statementKind('noted')]).toEqual([
    'held',
    'suspended',
    undefined,
  ]);
});

test('[MOD-12] a person is recognised by each mailbox once, and by their identity at a provider', () => {
  expect(identitiesOf(['ann@gmail.com', 'a.nn+x@googlemail.com'], null)).toEqual(['mail ann@gmail.com']);
  expect(identitiesOf(['ann@example.org', 'ben@example.org'], '17')).toEqual([
    ...['mail ann@example.org', 'mail ben@example.org', 'facebook 17'],
  ]);
});

test('[MOD-12] the rules of a provider apply to its own domain only, not to domains that contain its name', () => {
  expect(mailboxOf('a.nn@googlemail.com.example.org')).toBe('a.nn@googlemail.com.example.org');
  expect(mailboxOf('ann@mygooglemail.com')).toBe('ann@mygooglemail.com');
  expect(mailboxOf('ann+one+two@outlook.com')).toBe('ann@outlook.com');
});

test('a network is the start of an address, whatever follows it', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1');
  expect(networkOf('198.51.100.255')).toBe('198.51.100');
});
