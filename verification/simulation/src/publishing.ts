import { shippedDurations } from '@unspoken/contract/durations';
import type { ProvenFile } from '@unspoken/contract/script-proof';
import type { Script } from '@unspoken/contract/scripts';
import type { AuthoringStore } from '@unspoken/server/experiences/authoring-store';
import type { Experience, ExperienceVersion } from '@unspoken/server/experiences/catalogue-store';
import { Proving } from '@unspoken/server/studio/proving';
import { Reviews, type ReviewsOptions } from '@unspoken/server/studio/reviews';
import { generatedScript } from './script-generator.ts';
import type { SeededRandom } from './seeded-random.ts';

/** While a version was in production, ms. */
interface Period {
  readonly from: number;
  to?: number;
}

/** How long after a change of the catalogue every process knows it, ms: it is read again every five seconds. */
const knownWithin = 6_000;
const [author, administrator] = ['author', 'administrator'] as const;

/** The experiences and their versions in memory, and the decisions about them by the service that administrators use. */
export class Publishing {
  readonly reviews: Reviews;
  readonly #random: SeededRandom;
  readonly #now: () => number;
  readonly #rows = new Map<string, Experience>();
  readonly #versions = new Map<string, ExperienceVersion>();
  readonly #files = new Map<string, ProvenFile>();
  readonly #periods = new Map<string, Period[]>();

  constructor(random: SeededRandom, now: () => number, types: readonly string[]) {
    this.#random = random;
    this.#now = now;
    for (const type of types) {
      this.#rows.set(type, { type, facilitatorId: author, categoryId: 'all', betaVersion: null, retiredAt: null } as Experience);
      const { id } = this.#submitted(type);
      Object.assign(this.#versions.get(id) as object, { decision: 'approved' });
      this.#change(type, { productionVersion: id });
    }
    this.reviews = new Reviews({
      store: this.#store,
      proving: new Proving({
        catalogue: { files: async (ids) => ids.flatMap((id) => this.#fileOf(id)) },
        durations: shippedDurations,
      }),
      accounts: this.#accounts,
      ledger: { append: async () => ({}) as never },
      ...{ clock: { now }, publicUrl: '', changed: async () => {} },
    });
  }

  get experiences(): Experience[] {
    return [...this.#rows.values()].filter(({ retiredAt }) => retiredAt === null);
  }

  version(id: string): ExperienceVersion | undefined {
    return this.#versions.get(id);
  }

  /** Whether a process may still have believed at this instant that the version is in production. */
  wasPublished(id: string, at: number): boolean {
    return this.#periods.get(id)?.some(({ from, to = at }) => from <= at && at <= to + knownWithin) ?? false;
  }

  /** A new version is submitted and approved. */
  async publish(type: string): Promise<string> {
    const { id, number } = this.#submitted(type);
    this.#change(type, { reviewState: 'waiting' });
    await this.reviews.decide(administrator, { versionID: id, decision: 'production', reason: '' });
    return `version ${number} of ${type} is published`;
  }

  /** An earlier version is published again. */
  async rollBack(type: string): Promise<string> {
    const { productionVersion } = this.#rows.get(type) as Experience;
    const earlier = [...this.#versions.values()].filter((version) => version.type === type && version.id !== productionVersion);
    const version = earlier.length === 0 ? undefined : this.#random.pick(earlier);
    if (!version) return `${type} has one version only`;
    await this.reviews.publish(administrator, { type, stage: 'production', versionID: version.id, reason: '' });
    return `${type} is rolled back to version ${version.number}`;
  }

  async takeDown(type: string, isDown: boolean): Promise<string> {
    await this.reviews.takeDown(administrator, { type, isDown, reason: '' });
    return `${type} is ${isDown ? 'taken down' : 'put back'}`;
  }

  #submitted(type: string): ExperienceVersion {
    const number = 1 + [...this.#versions.values()].filter((version) => version.type === type).length;
    const { script, files } = generatedScript(this.#random, `${type} v${this.#versions.size + 1}`);
    for (const [id, file] of files) this.#files.set(id, file);
    const submittedAt = new Date(this.#now());
    const review = { reviewedAt: null, reviewedBy: null, decision: null, reason: null };
    const version = { id: `version-${this.#versions.size + 1}`, type, number, script: script as Script, submittedAt, ...review };
    this.#versions.set(version.id, version as ExperienceVersion);
    return version as ExperienceVersion;
  }

  /** Changes an experience, and notes since when it is offered in which version. */
  #change(type: string, set: Partial<Experience>): void {
    const offered = ({ productionVersion, retiredAt }: Experience) => (retiredAt === null ? productionVersion : null);
    const row = this.#rows.get(type) as Experience;
    const before = offered(row);
    Object.assign(row, set);
    const after = offered(row);
    if (before === after) return;
    const last = this.#periods.get(before ?? '')?.at(-1);
    if (last) last.to = this.#now();
    if (after) this.#periods.set(after, [...(this.#periods.get(after) ?? []), { from: this.#now() }]);
  }

  #fileOf(id: string) {
    const file = this.#files.get(id);
    return file ? [{ id, ownerId: author, state: 'ready', kind: file.kind, durationMs: file.duration ?? null } as never] : [];
  }

  readonly #store = {
    find: async (type: string) => this.#rows.get(type),
    lock: async (_: object, type: string) => this.#rows.get(type),
    version: async (id: string) => this.#versions.get(id),
    versions: async () => [],
    authors: async () => [{ id: author, accountId: null, name: 'A sample' }],
    change: async (_: object, type: string, set: Partial<Experience>) => this.#change(type, set),
    decide: async (_: object, id: string, set: object) => void Object.assign(this.#versions.get(id) as object, set),
  } as unknown as AuthoringStore;

  /** One decision after the other, as the lock of the experience has it. */
  readonly #accounts = {
    transaction: <T>(run: (tx: never) => Promise<T>): Promise<T> => run({} as never),
  } as unknown as ReviewsOptions['accounts'];
}
