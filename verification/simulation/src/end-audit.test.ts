import type { EndReason } from '@unspoken/contract/encounters';
import type { MemoryRow } from '@unspoken/server/encounters/memory-store';
import { expect, test } from 'vitest';
import { EndAudit } from './end-audit.ts';
import { sharedFaultKinds } from './faults.ts';
import type { SimulatedPerson } from './person.ts';

const now = 1_000_000;
const [roomID, elsewhere] = ['room-1', 'room-2'];

/** The pictures and connections of the two sides of a room, and the faults of processes. */
interface Scene {
  readonly reasons: readonly [EndReason, EndReason];
  /** For how long each has seen the other, ms. */
  readonly sees?: readonly [number, number];
  readonly steady?: number;
  readonly calm?: (nodes: readonly string[]) => number;
  readonly befell?: readonly (readonly ['lines' | 'paths' | 'crashes' | 'redis', string, number])[];
  readonly begun?: number;
  /** For how long ben has missed a message of the room, ms. */
  readonly misses?: number;
  /** How much of the minute took place, ms. */
  readonly lasted?: number;
  /** Whether the start has arrived at ben. */
  readonly heardStart?: boolean;
}

function judge({
  reasons,
  sees = [0, 0],
  steady = 0,
  calm = () => Number.POSITIVE_INFINITY,
  befell = [],
  begun,
  misses = 0,
  lasted = 0,
  heardStart = true,
}: Scene): void {
  const people = ['ann', 'ben'].map((accountId, i) => ({
    accountId,
    roomID,
    state: 'ready',
    seesFor: sees[i],
    missesFor: i === 1 ? misses : 0,
    knowsStart: i === 0 || heardStart,
    since: 0,
  }));
  let at = 0;
  const audit = new EndAudit({
    now: () => at,
    connectionDuration: () => 60_000,
    installation: { calmFor: (nodes: Iterable<string>) => calm([...nodes]) } as never,
    people: () => people as unknown as SimulatedPerson[],
    steadyFor: () => steady,
    isRough: false,
    faults: sharedFaultKinds,
  });
  for (const [kind, whom, ago] of befell) {
    at = now - ago;
    audit.befell(kind, whom);
  }
  at = now;
  const end = { endedAt: now, reasonA: reasons[0], reasonB: reasons[1], completed: false, duration: lasted };
  const row = { roomID, a: 'ann', b: 'ben', pairedAt: now - 120_000, confirmedAt: now - 119_000, connectedAt: begun, end };
  audit.check(roomID, row as unknown as MemoryRow, new Set(['process-1']));
}

test('a process that died excuses the ends of the rooms it was involved in, and of no other', () => {
  const reasons = ['unknown', 'unknown'] as const;
  expect(() => judge({ reasons, befell: [['crashes', roomID, 9_000]] })).not.toThrow();
  expect(() => judge({ reasons, befell: [['crashes', '', 9_000]] })).not.toThrow();
  expect(() => judge({ reasons, befell: [['crashes', elsewhere, 9_000]] })).toThrow('[A14]');
});

test('only a dead process or Redis closes a room for both sides; a broken connection or path does not', () => {
  const reasons = ['unknown', 'unknown'] as const;
  expect(() => judge({ reasons, befell: [['redis', 'ann', 9_000]] })).not.toThrow();
  const ownFaults = [['lines', 'ann', 9_000] as const, ['paths', 'ben', 9_000] as const];
  expect(() => judge({ reasons, befell: ownFaults })).toThrow('[A14]');
});

test('a message lost on a rough connection is a cause of a failed connection once it has been missing for 10 s', () => {
  expect(() => judge({ reasons: ['ice_failure', 'ice_failure'], misses: 10_001 })).not.toThrow();
  expect(() => judge({ reasons: ['ice_failure', 'ice_failure'], misses: 10_000 })).toThrow('[A14]');
  expect(() => judge({ reasons: ['unknown', 'ice_failure'], misses: 10_001 })).toThrow('[A14]');
});

test('a fault long before the end of a room whose minute had not begun is not its cause', () => {
  const reasons = ['unknown', 'ice_failure'] as const;
  expect(() => judge({ reasons, befell: [['lines', 'ann', 40_000]] })).not.toThrow();
  expect(() => judge({ reasons, befell: [['lines', 'ann', 60_000]] })).toThrow('nothing had happened to either');
  // Two sides that are gone from the beginning of a minute are given up only at its end.
  expect(() => judge({ reasons, befell: [['lines', 'ann', 60_000]], begun: now - 60_000 })).not.toThrow();
});

test('a side that has reconnected, and sides that see each other, keep the room, whatever the faults of other processes', () => {
  const befell = [['lines', 'ann', 10_000]] as const;
  const calm = (nodes: readonly string[]) => (nodes.includes('process-2') ? 0 : Number.POSITIVE_INFINITY);
  expect(() => judge({ reasons: ['unknown', 'ice_failure'], befell, steady: 3_000, calm })).toThrow('[A7] ann is taken to have');
  const begun = now - 30_000;
  const seen = { reasons: ['ice_failure', 'ice_failure'] as const, befell, begun, calm };
  expect(() => judge({ ...seen, sees: [5_000, 5_000] })).toThrow('[A7]');
  expect(() => judge({ ...seen, sees: [5_000, 0] })).toThrow('[A7]');
  expect(() => judge({ ...seen, sees: [2_000, 0] })).not.toThrow();
  expect(() => judge({ ...seen, sees: [5_000, 5_000], calm: () => 0 })).not.toThrow();
  // Until the start has arrived, a side waits for it no longer than before.
  expect(() => judge({ ...seen, sees: [5_000, 5_000], heardStart: false })).not.toThrow();
  expect(() => judge({ ...seen, sees: [5_001, 5_001], heardStart: false, steady: 5_001 })).toThrow('[A7]');
});

test('a minute that ran out while neither side had a socket may end as lost, although they saw each other', () => {
  const full = { befell: [['lines', 'ann', 20_000]], begun: now - 60_000, sees: [60_000, 60_000], lasted: 60_000 } as const;
  const reasons = ['unknown', 'ice_failure'] as const;
  expect(() => judge({ ...full, reasons })).not.toThrow();
  expect(() => judge({ ...full, reasons, lasted: 59_999 })).toThrow('[A7]');
  expect(() => judge({ ...full, reasons, steady: 1 })).toThrow('[A7]');
  expect(() => judge({ ...full, reasons: ['ice_failure', 'ice_failure'] })).toThrow('[A7]');
});

test('[ENC-36] the server closes a socket only while a fault of a process may still show', () => {
  const audit = (calm: number) => new EndAudit({ installation: { calmFor: () => calm } } as never);
  expect(() => audit(50_000).closedByServer('ann')).not.toThrow();
  expect(() => audit(50_001).closedByServer('ann')).toThrow('[ENC-36]');
});
