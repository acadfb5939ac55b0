import type { EncounterCounters } from '@unspoken/contract/accounts';
import type { ConnectionPath, EndReason } from '@unspoken/contract/encounters';
import type { LedgerEnd, LedgerRow } from './ledger-store.ts';
import type { EncounterStore, OwnEncounter, Participation, UnendedRoom, Veiling } from './store.ts';

/** A ledger row as the in-memory implementation keeps it; the simulator audits these. */
export interface MemoryRow extends LedgerRow {
  confirmedAt?: number;
  connectedAt?: number;
  end?: LedgerEnd;
  path?: ConnectionPath;
}

/** The ledger in memory, for the simulation. */
export class MemoryEncounterStore implements EncounterStore {
  readonly rows = new Map<string, MemoryRow>();
  readonly live = new Map<string, string>();
  readonly thanks = new Map<string, { giver: string; receiver: string }>();
  readonly veils = new Map<string, Veiling>();
  readonly #totals = new Map<string, EncounterCounters>();

  async open(row: LedgerRow): Promise<void> {
    if (row.a === row.b || this.live.has(row.a) || this.live.has(row.b) || this.rows.has(row.roomID))
      throw Object.assign(new Error('somebody of this pair is in a live room'), { code: '23505' });
    this.rows.set(row.roomID, { ...row });
    this.live.set(row.a, row.roomID);
    this.live.set(row.b, row.roomID);
  }

  async confirmed(roomID: string, at: number): Promise<void> {
    const row = this.rows.get(roomID);
    if (row) row.confirmedAt = at;
  }

  async begun(roomID: string, at: number): Promise<void> {
    const row = this.rows.get(roomID);
    if (row) row.connectedAt = at;
  }

  async veiled(veil: Veiling): Promise<void> {
    const key = `${veil.roomID} ${veil.by}`;
    this.veils.set(key, this.veils.get(key) ?? veil);
  }

  async veiledBy(accountId: string, since: number): Promise<number> {
    const over = [...this.veils.values()].filter(({ over, at }) => over === accountId && at >= since);
    return new Set(over.map(({ by }) => by)).size;
  }

  async veilsOf(accountId: string): Promise<readonly number[]> {
    const own = [...this.veils.values()].filter(({ by }) => by === accountId);
    return own.map(({ at }) => at).sort((one, other) => one - other);
  }

  async forgetVeils(before: number): Promise<void> {
    for (const [key, { at }] of this.veils) if (at < before) this.veils.delete(key);
  }

  async ended(roomID: string, end: LedgerEnd): Promise<void> {
    const row = this.rows.get(roomID);
    if (!row) return;
    row.end ??= { ...end, duration: Math.round(end.duration) };
    for (const accountId of [row.a, row.b]) if (this.live.get(accountId) === roomID) this.live.delete(accountId);
  }

  async went(roomID: string, path: ConnectionPath): Promise<boolean> {
    const row = this.rows.get(roomID);
    if (!row || row.path !== undefined) return false;
    row.path = path;
    return true;
  }

  async unended(rooms?: readonly string[]): Promise<UnendedRoom[]> {
    const open = [...this.rows.values()].filter((row) => !row.end && (rooms?.includes(row.roomID) ?? true));
    return open.map(({ roomID, a, b, pool, pairedAt, connectedAt, versionId, length }) => ({
      ...{ roomID, a, b, pool, pairedAt, connectedAt, versionId, length },
    }));
  }

  async closeOrphans(at: number, rooms?: readonly string[]): Promise<number> {
    const open = await this.unended(rooms);
    for (const { roomID } of open) {
      const row = this.rows.get(roomID) as MemoryRow;
      row.end = { endedAt: at, reasonA: 'unknown', reasonB: 'unknown', completed: false, duration: 0 };
    }
    for (const [accountId, roomID] of this.live) if (rooms?.includes(roomID) ?? true) this.live.delete(accountId);
    return open.length;
  }

  async participation(roomID: string, accountId: string): Promise<Participation | undefined> {
    const row = this.rows.get(roomID);
    if (!row || (row.a !== accountId && row.b !== accountId)) return undefined;
    const first = row.a === accountId;
    return {
      position: first ? 1 : 2,
      partner: first ? row.b : row.a,
      confirmed: row.confirmedAt !== undefined,
      endReason: first ? row.end?.reasonA : row.end?.reasonB,
      endedAt: row.end?.endedAt,
      experienceType: row.pool.experienceType,
      completed: row.end?.completed ?? false,
    };
  }

  async thank(roomID: string, giver: string, receiver: string): Promise<boolean> {
    const key = `${roomID} ${giver}`;
    if (this.thanks.has(key)) return false;
    this.thanks.set(key, { giver, receiver });
    return true;
  }

  async counters(accountId: string): Promise<EncounterCounters> {
    const mine = [...this.rows.values()].filter((row) => row.a === accountId || row.b === accountId);
    const own = (row: MemoryRow): EndReason | undefined => (row.a === accountId ? row.end?.reasonA : row.end?.reasonB);
    const total = this.#totals.get(accountId);
    return {
      completedMinutes: mine.filter((row) => row.end?.completed).length + (total?.completedMinutes ?? 0),
      thanksReceived:
        [...this.thanks.values()].filter((each) => each.receiver === accountId).length + (total?.thanksReceived ?? 0),
      manualEnds: mine.filter((row) => own(row) === 'manual_self').length + (total?.manualEnds ?? 0),
    };
  }

  async completedMinutes(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const each = accountIds.map(async (id) => [id, (await this.counters(id)).completedMinutes] as const);
    return new Map(await Promise.all(each));
  }

  async hasCompletedMinute(accountId: string): Promise<boolean> {
    return (await this.counters(accountId)).completedMinutes > 0;
  }

  async forget(before: number): Promise<number> {
    const old = [...this.rows.values()].filter((row) => row.end && row.pairedAt < before);
    const people = new Set(old.flatMap(({ a, b }) => [a, b]));
    const counted = new Map<string, EncounterCounters>();
    for (const accountId of people) counted.set(accountId, await this.counters(accountId));
    for (const { roomID } of old) {
      this.rows.delete(roomID);
      for (const key of this.thanks.keys()) if (key.startsWith(`${roomID} `)) this.thanks.delete(key);
    }
    // What the deleted rows counted is added to the totals.
    for (const [accountId, previous] of counted) {
      const left = await this.counters(accountId);
      const total = this.#totals.get(accountId) ?? { completedMinutes: 0, thanksReceived: 0, manualEnds: 0 };
      this.#totals.set(accountId, {
        completedMinutes: total.completedMinutes + previous.completedMinutes - left.completedMinutes,
        thanksReceived: total.thanksReceived + previous.thanksReceived - left.thanksReceived,
        manualEnds: total.manualEnds + previous.manualEnds - left.manualEnds,
      });
    }
    return old.length;
  }

  async history(accountId: string, since = 0): Promise<OwnEncounter[]> {
    const mine = [...this.rows.values()].filter(
      (row) => (row.a === accountId || row.b === accountId) && Math.max(row.pairedAt, row.end?.endedAt ?? 0) >= since,
    );
    return mine
      .sort((one, other) => one.pairedAt - other.pairedAt)
      .map((row) => ({
        roomID: row.roomID,
        partner: row.a === accountId ? row.b : row.a,
        position: row.a === accountId ? 1 : 2,
        confirmed: row.confirmedAt !== undefined,
        duration: row.end?.duration ?? 0,
        pairedAt: row.pairedAt,
        connectedAt: row.connectedAt,
        endedAt: row.end?.endedAt,
        experienceType: row.pool.experienceType,
        poolType: row.pool.poolType,
        endReason: row.a === accountId ? row.end?.reasonA : row.end?.reasonB,
        waited: row.a === accountId ? row.waited : undefined,
        path: row.path,
        completed: row.end?.completed ?? false,
        thanked: this.thanks.has(`${row.roomID} ${accountId}`),
        wasThanked: this.thanks.has(`${row.roomID} ${row.a === accountId ? row.b : row.a}`),
      }));
  }

  async metSince(accountId: string, since: number): Promise<ReadonlyMap<string, number>> {
    const met = new Map<string, number>();
    for (const row of this.rows.values()) {
      if (row.connectedAt === undefined || row.connectedAt < since) continue;
      if (row.a === accountId) met.set(row.b, Math.max(met.get(row.b) ?? 0, row.connectedAt));
      if (row.b === accountId) met.set(row.a, Math.max(met.get(row.a) ?? 0, row.connectedAt));
    }
    return met;
  }
}
