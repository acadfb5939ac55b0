import type { Durations } from '@unspoken/contract/durations';
import type { PersonEvent } from '@unspoken/encounter/model';
import { Schedule } from '@unspoken/server/gatherings/schedule';
import type { MatchmakingModule } from '@unspoken/server/matchmaking/module';
import type { Platform } from '@unspoken/server/platform/platform';
import { GatheringAudit } from './gathering-audit.ts';
import type { Mutant } from './mutants.ts';
import { mutantPhases, mutantPoolRules } from './mutants-gatherings.ts';
import type { Records } from './records.ts';
import { SeededRandom } from './seeded-random.ts';
import { regular, StoredGatherings } from './stored-gatherings.ts';
import type { VirtualTime } from './virtual-time.ts';

interface WorldGatheringsOptions {
  readonly seed: number;
  readonly people: number;
  readonly mutant: Mutant | undefined;
  readonly time: VirtualTime;
  readonly durations: Durations;
  readonly records: Pick<Records, 'encounters'>;
  readonly processes?: number;
}

/** By how much the agreed clock of one of several processes may differ from virtual time, ms. */
const clocksWithin = 3_000;
/** How long before the start, and after the end, people already or still press Connect in a private space, ms. */
const early = 5_000;
const late = 5_000;

/** What a world with gatherings has besides: their tables, the audit, and what a process and a person do about them. */
export class WorldGatherings {
  readonly audit: GatheringAudit;
  readonly #options: WorldGatheringsOptions;
  readonly #stored: StoredGatherings;
  /** A source of its own: worlds without gatherings draw the same numbers as ever. */
  readonly #random: SeededRandom;

  constructor(options: WorldGatheringsOptions) {
    const { seed, people, time, durations, processes = 1 } = options;
    const tolerance = processes > 1 ? clocksWithin : 0;
    const now = () => time.now();
    this.#options = options;
    this.#random = new SeededRandom(seed ^ 0x6a7e);
    this.#stored = new StoredGatherings(now, people);
    this.audit = new GatheringAudit({ now, durations, stored: this.#stored, tolerance });
  }

  /** Serves gatherings at one process, composed as in the module of gatherings. */
  async serve(
    { clock, config: { durations }, gateway, sockets, fault }: Platform,
    { matchmaking, groupSpaceBy, circumstancesBy }: MatchmakingModule,
  ): Promise<void> {
    const { mutant, records } = this.#options;
    const { store } = this.#stored;
    const schedule = new Schedule({ store, clock, regular, openDates: async () => [], interval: durations.settingsCheck, fault });
    const metSince = (accountId: string, since: number) => records.encounters.metSince(accountId, since);
    const rules = mutantPoolRules(mutant, { store, schedule, metSince, came: () => {} });
    const phases = mutantPhases(mutant, {
      ...{ store, schedule, clock, durations, fault },
      present: () => [...new Set(gateway.sessions().values())],
      socketsOf: (accountId) => gateway.of(accountId),
      send: (connections, event, payload) => sockets.send(connections, event, payload),
      refuseWhereShut: (isShut) => matchmaking.refuseWhereShut(isShut, 'gathering_over'),
    });
    groupSpaceBy((...question) => rules.denial(...question));
    circumstancesBy((...question) => rules.circumstances(...question));
    await schedule.start();
    phases.start();
  }

  /** What a member asks for who connects now; undefined for what everybody asks for. Some ask for a space that is shut, or is not theirs. */
  connects(): Omit<Extract<PersonEvent, { type: 'connect pressed' }>, 'type'> | undefined {
    const now = this.#options.time.now();
    const nth = this.#stored.nth(now - late);
    const starts = this.#stored.row(nth).startsAt.getTime();
    if (now < starts - early && !this.#random.chance(0.02)) return undefined;
    if (!this.#random.chance(0.8)) return undefined;
    return { poolType: 'anyone', groupSpace: `group-${nth}`, noRepeat: this.#random.chance(0.05) };
  }
}
