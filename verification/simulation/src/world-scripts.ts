import type { ServerClock } from '@unspoken/encounter/server-clock';
import { StoredExperiences } from './experiences.ts';
import type { Mutant } from './mutants.ts';
import { claimsOver, mutatedPage } from './mutants-experiences.ts';
import type { overHttp } from './network.ts';
import { ScriptAudit } from './script-audit.ts';
import type { ScriptedPage } from './scripted-page.ts';
import type { ScriptedStore } from './scripted-store.ts';
import { SeededRandom } from './seeded-random.ts';
import type { VirtualTime } from './virtual-time.ts';

interface WorldScriptsOptions {
  readonly seed: number;
  readonly people: number;
  readonly mutant: Mutant | undefined;
  readonly time: VirtualTime;
  readonly records: ScriptedStore;
  readonly note: (what: string) => void;
  readonly violated: (error: unknown) => void;
}

/** What a page brings to an experience. */
interface PageParts {
  readonly accountId: string;
  readonly skew: number;
  readonly http: ReturnType<typeof overHttp>;
  readonly clock: ServerClock;
}

/** What a world with experiences has besides: their tables, what is published in them, the audit, and the pages. */
export class WorldScripts {
  readonly stored: StoredExperiences;
  readonly audit: ScriptAudit;
  readonly #options: WorldScriptsOptions;
  /** A source of its own: worlds without experiences draw the same numbers as ever. */
  readonly #random: SeededRandom;

  constructor(options: WorldScriptsOptions) {
    const { seed, people, mutant, time, records } = options;
    this.#options = options;
    this.#random = new SeededRandom(seed ^ 0x5eed);
    const now = () => time.now();
    this.stored = new StoredExperiences(this.#random.fork(), now, people);
    records.claimBy(claimsOver(mutant, this.stored, time));
    this.audit = new ScriptAudit({ now, records, experiences: this.stored });
    this.#publishLater();
  }

  /** New versions are published, earlier ones again, and experiences taken down for a while, whatever runs. */
  #publishLater(): void {
    const { time, note, violated } = this.#options;
    const { publishing, types } = this.stored;
    const random = this.#random;
    const decided = (decision: Promise<string>) => void decision.then(note, violated);
    time.after(random.around(60_000), () => {
      const type = random.pick(types);
      const isOffered = publishing.experiences.some((experience) => experience.type === type);
      const lot = random.next();
      if (isOffered && lot < 0.3) {
        decided(publishing.takeDown(type, true));
        time.after(random.between(1_000, 30_000), () => decided(publishing.takeDown(type, false)));
      } else if (isOffered) decided(lot < 0.55 ? publishing.rollBack(type) : publishing.publish(type));
      this.#publishLater();
    });
  }

  /** What a tab has of experiences. */
  page({ accountId, skew, http, clock }: PageParts): ScriptedPage {
    const { mutant, time, violated } = this.#options;
    const { stored, audit } = this;
    return mutatedPage(mutant, {
      ...{ time, random: this.#random.fork(), accountId, skew, types: stored.types, membership: stored.membership(accountId) },
      fetch: (side) => http((server) => server.script(accountId, side)),
      recorded: (roomID) => {
        const script = audit.versionOf(roomID)?.script;
        return script && { script, position: audit.row(roomID)?.a === accountId ? 1 : 2 };
      },
      named: (roomID) => audit.named(roomID),
      measured: (serverInstant) => clock.measured(serverInstant),
      violated,
    });
  }
}
