import type { RoomBegin } from '@unspoken/contract/encounters';
import type { MemoryEncounterStore, MemoryRow } from '@unspoken/server/encounters/memory-store';
import type { RoomRegistry } from '@unspoken/server/encounters/room-registry';
import { Violation } from './audit.ts';
import type { StoredExperiences, StoredVersion } from './experiences.ts';

/** The start of a phase as the server named it: by its clock, and in virtual time. Epoch ms. */
interface NamedStart {
  readonly startsAt: number;
  readonly at: number;
}

/** The starts that the server has named for a room. */
export interface NamedStarts {
  intro?: NamedStart;
  connection?: NamedStart;
}

interface ScriptAuditOptions {
  readonly now: () => number;
  readonly records: Pick<MemoryEncounterStore, 'rows'>;
  readonly experiences: StoredExperiences;
}

/** Watches rooms with scripts from outside: their versions, the starts that they name, and the tries that they claim. */
export class ScriptAudit {
  readonly #options: ScriptAuditOptions;
  readonly #named = new Map<string, NamedStarts>();
  /** The version that each room was opened with. */
  readonly #versions = new Map<string, string | undefined>();

  constructor(options: ScriptAuditOptions) {
    this.#options = options;
  }

  named(roomID: string): NamedStarts {
    return this.#named.get(roomID) ?? {};
  }

  row(roomID: string | undefined): MemoryRow | undefined {
    return this.#options.records.rows.get(roomID ?? '');
  }

  /** The version of a room by the records; undefined for the minute. */
  versionOf(roomID: string | undefined): StoredVersion | undefined {
    return this.#options.experiences.version(this.row(roomID)?.versionId);
  }

  /** A room is open: its version is one that was published, and whoever is in it may be. */
  opened(roomID: string): void {
    const row = this.row(roomID);
    this.#versions.set(roomID, row?.versionId);
    if (!row) return;
    const { versionId, pool, a, b, pairedAt } = row;
    const { experiences } = this.#options;
    const isMinute = pool.experienceType === 'oneminute';
    requires('ENC-30', isMinute === (versionId === undefined), `${roomID} of ${pool.experienceType} has version ${versionId}`);
    if (versionId === undefined) return;
    const { type } = experiences.version(versionId) ?? {};
    requires('ENC-30', type === pool.experienceType, `${roomID} of ${pool.experienceType} has a version of ${type}`);
    requires(
      'ENC-30',
      experiences.publishing.wasPublished(versionId, this.#options.now()),
      `${roomID} opened with ${versionId}, long gone`,
    );
    for (const accountId of [a, b]) {
      const membership = experiences.membership(accountId);
      if (membership === 'subscriber') continue;
      const claimed = experiences.tries.get(accountId);
      const isFree = membership === 'try' && pool.poolType !== 'anyone' && claimed?.roomID === roomID;
      requires('EXP-25', isFree, `${accountId} met in ${roomID} at ${pairedAt} without a right`);
    }
  }

  /** A process has sent a start to a member. */
  sent(event: string, { roomID, startsAt, now }: RoomBegin): void {
    const version = this.versionOf(roomID);
    if (!version) return;
    const named: NamedStarts = this.#named.get(roomID) ?? {};
    this.#named.set(roomID, named);
    const phase = event === 'room:intro' ? 'intro' : 'connection';
    const at = startsAt - now + this.#options.now();
    const before = named[phase];
    // The same instant for both sides, however often it is sent, and by whichever process.
    const isSame = before === undefined || before.startsAt === startsAt;
    requires('ENC-31', isSame, `the ${phase} of ${roomID} starts at ${before?.startsAt}, and at ${startsAt}`);
    named[phase] ??= { startsAt, at };
    const lasts = (named.connection?.startsAt ?? Number.POSITIVE_INFINITY) - (named.intro?.startsAt ?? 0);
    requires('ENC-31', lasts >= version.script.introDuration, `the intro of ${roomID} is cut to ${lasts} ms`);
  }

  /** A process has answered which version of the script a room runs. */
  answered(roomID: string | undefined, versionId: string): void {
    const row = this.row(roomID);
    if (row) requires('ENC-30', row.versionId === versionId, `${roomID} has ${row.versionId}, and ${versionId} was sent`);
  }

  /** While a room runs, its process keeps the version with which it was opened; every try is where it should be. */
  look(servers: readonly { readonly rooms: Pick<RoomRegistry, 'running'> }[]): void {
    this.#checkTries();
    for (const { rooms } of servers)
      for (const { id, plan } of rooms.running()) {
        const pinned = this.#versions.get(id);
        requires(
          'ENC-30',
          !this.#versions.has(id) || plan?.versionId === pinned,
          `${id} has ${pinned}, and runs ${plan?.versionId}`,
        );
      }
  }

  /** A room has its end: the try of each side is used or free accordingly. */
  ended(roomID: string, { a, b, end, versionId }: MemoryRow): void {
    if (versionId === undefined || !end) return;
    const { experiences } = this.#options;
    for (const [accountId, reason] of [
      [a, end.reasonA],
      [b, end.reasonB],
    ] as const) {
      if (experiences.membership(accountId) !== 'try') continue;
      const own = experiences.tries.get(accountId);
      const isUp = reason === 'natural' || reason === 'manual_self';
      const isUsed = own?.roomID === roomID && own.usedAt !== null;
      requires('EXP-26', isUp === isUsed, `${roomID} ended ${reason} for ${accountId}, whose try is ${isUsed ? '' : 'not '}used`);
      requires('EXP-26', isUp || own?.roomID !== roomID, `${roomID} ended ${reason} for ${accountId}, and still holds their try`);
    }
  }

  /** Every try is held by a room that runs, or was used in one that ended so. */
  #checkTries(): void {
    for (const [accountId, { roomID, usedAt }] of this.#options.experiences.tries) {
      const row = this.row(roomID);
      const reason = row?.a === accountId ? row.end?.reasonA : row?.end?.reasonB;
      const isUp = reason === 'natural' || reason === 'manual_self';
      const holds = usedAt === null ? row !== undefined && row.end === undefined : isUp;
      requires('EXP-26', holds, `the try of ${accountId} is with ${roomID}, which ended ${reason}`);
    }
  }
}

function requires(promise: string, holds: boolean, seen: string): void {
  if (!holds) throw new Violation(promise, seen);
}
