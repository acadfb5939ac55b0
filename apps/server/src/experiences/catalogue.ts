import type { ExperienceCard } from '@unspoken/contract/catalogue';
import type { Language } from '@unspoken/contract/languages';
import { mediaOf } from '@unspoken/contract/script-proof';
import type { Script } from '@unspoken/contract/scripts';
import { frozenForRehearsal } from '@unspoken/contract/studio';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { every } from '../platform/every.ts';
import { cardOf } from './cards.ts';
import type { CatalogueStore, Category, Facilitator } from './catalogue-store.ts';

export type ExperienceStatus = 'production' | 'beta';

/** A version of a script, as a room keeps it. */
export interface Version {
  readonly id: string;
  readonly type: string;
  readonly script: Script;
  /** It was frozen for a rehearsal, and is never published. */
  readonly isRehearsal?: boolean;
}

interface Published {
  readonly type: string;
  readonly categoryId: string;
  readonly author: Facilitator;
  readonly production: Version | undefined;
  readonly beta: Version | undefined;
}

export interface CategoryOfCards {
  readonly name: string;
  readonly description: string;
  readonly experiences: ExperienceCard[];
}

export interface CatalogueOptions {
  readonly store: CatalogueStore;
  readonly clock: Clock;
  /** How soon this process knows what another one has published, ms. */
  readonly interval: number;
  readonly fault: (error: unknown) => void;
  /** Called with the types of the experiences that are not offered any more. */
  readonly takenDown?: (types: ReadonlySet<string>) => void;
}

/**
 * The published experiences, cached in memory because every visit to the lobby reads them, and reloaded every few seconds. Versions are
 * immutable, so each is read once.
 */
export class Catalogue {
  readonly #options: CatalogueOptions;
  readonly #versions = new Map<string, Version>();
  readonly #addresses = new Map<string, string>();
  #categories: readonly Category[] = [];
  #facilitators: readonly Facilitator[] = [];
  #published: ReadonlyMap<string, Published> = new Map();
  #productionTypes: readonly string[] = [];
  readonly #answers = new Map<string, readonly CategoryOfCards[]>();
  #stop = () => {};

  constructor(options: CatalogueOptions) {
    this.#options = options;
  }

  /** Reads the catalogue, and from now on reads it again regularly. */
  async start(): Promise<void> {
    const { clock, interval, fault } = this.#options;
    await this.load();
    this.#stop = every(clock, interval, () => this.load(), fault);
  }

  stop(): void {
    this.#stop();
  }

  async load(): Promise<void> {
    const { store } = this.#options;
    const [categories, facilitators, experiences] = await Promise.all([
      store.categories(),
      store.facilitators(),
      store.experiences(),
    ]);
    await this.#read(experiences.flatMap(({ betaVersion, productionVersion }) => [betaVersion, productionVersion]));
    const authors = new Map(facilitators.map((each) => [each.id, each]));
    await this.#readFiles([
      ...facilitators.flatMap(({ image }) => image ?? []),
      ...[...this.#versions.values()].flatMap(({ script }) => [...mediaOf(script)]),
    ]);
    const before = this.#published;
    this.#categories = categories;
    this.#facilitators = facilitators.filter(({ published }) => published);
    this.#published = new Map(
      experiences.flatMap(({ type, categoryId, facilitatorId, betaVersion, productionVersion }): [string, Published][] => {
        const author = authors.get(facilitatorId);
        if (!author) return [];
        const of = (id: string | null) => (id === null ? undefined : this.#versions.get(id));
        return [[type, { type, categoryId, author, production: of(productionVersion), beta: of(betaVersion) }]];
      }),
    );
    this.#productionTypes = [...this.#published.values()].flatMap(({ type, production }) => (production ? [type] : []));
    this.#answers.clear();
    const isOffered = (published: Published | undefined) => (published?.production ?? published?.beta) !== undefined;
    const gone = [...before.keys()].filter((type) => isOffered(before.get(type)) && !isOffered(this.#published.get(type)));
    if (gone.length > 0) this.#options.takenDown?.(new Set(gone));
  }

  /** The types of the experiences that everybody sees. */
  get productionTypes(): readonly string[] {
    return this.#productionTypes;
  }

  /** The card of a published experience, also of one that is only in beta. */
  card(type: string, language: Language): ExperienceCard | undefined {
    const published = this.#published.get(type);
    const version = published?.production ?? published?.beta;
    if (!published || !version) return undefined;
    return this.#card(version, published.author, language);
  }

  /** The card of a version, also of one that is not published; undefined if its experience is gone. */
  async cardOf(versionId: string, language: Language): Promise<ExperienceCard | undefined> {
    const version = await this.version(versionId);
    // An experience that was just begun is not known here yet.
    if (version && !this.#published.has(version.type)) await this.load();
    const author = version && this.#published.get(version.type)?.author;
    return author && this.#card(version, author, language);
  }

  /** The categories that hold experiences of this status, in one language. */
  byCategory(status: ExperienceStatus, language: Language): readonly CategoryOfCards[] {
    const key = `${status} ${language}`;
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = this.#categories.flatMap(({ id, name, description }) => {
      const experiences = this.#cards(status, language, (each) => each.categoryId === id);
      const texts = { name: name[language] ?? name.en ?? id, description: description[language] ?? description.en ?? '' };
      return experiences.length > 0 ? [{ ...texts, experiences }] : [];
    });
    this.#answers.set(key, answer);
    return answer;
  }

  /**
   * The facilitator with this slug, or else with this name, whatever its case, and with dashes for spaces as in the address of a page;
   * undefined if their page is not published.
   */
  facilitator(name: string): Facilitator | undefined {
    const key = (value: string) => value.normalize('NFC').toLowerCase().replaceAll('-', ' ');
    return (
      this.#facilitators.find(({ slug }) => slug === name) ?? this.#facilitators.find((each) => key(each.name) === key(name))
    );
  }

  /** The cards of a facilitator's experiences in production. */
  by(author: Facilitator, language: Language): ExperienceCard[] {
    return this.#cards('production', language, (each) => each.author.id === author.id);
  }

  /** What a room of this type opens with; undefined if there is no such experience at present. */
  current(type: string, hasBetaAccess: boolean): Version | undefined {
    const published = this.#published.get(type);
    return published?.production ?? (hasBetaAccess ? published?.beta : undefined);
  }

  /** A version by its id, also one that is no longer published. */
  async version(id: string): Promise<Version | undefined> {
    await this.#read([id]);
    const version = this.#versions.get(id);
    if (version) await this.#readFiles([...mediaOf(version.script)]);
    return version;
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const { store } = this.#options;
    const own = await store.facilitatorOf(accountId);
    if (!own) return {};
    const { id, accountId: _, ...page } = own;
    return { facilitator: { ...page, experiences: await store.writtenBy(id), files: await store.filesOf(id) } };
  }

  /** Erases in the transaction `tx`; returns what is to be done after it. */
  async erase(tx: Database, { accountId }: { accountId: string }): Promise<() => Promise<void>> {
    const { store, clock } = this.#options;
    await store.erase(tx, accountId, new Date(clock.now()));
    return () => this.load();
  }

  /** The path of a file. */
  readonly addressOf = (media: string): string => this.#addresses.get(media) ?? `/media/${media}`;

  #cards(status: ExperienceStatus, language: Language, fits: (published: Published) => boolean): ExperienceCard[] {
    return [...this.#published.values()].flatMap((each) => {
      const version = each[status];
      if (!version || !fits(each)) return [];
      return [this.#card(version, each.author, language)];
    });
  }

  #card({ type, script }: Version, author: Facilitator, language: Language): ExperienceCard {
    return cardOf({ type, script, author, language }, this.addressOf);
  }

  async #read(ids: readonly (string | null)[]): Promise<void> {
    const unread = ids.filter((id) => id !== null).filter((id) => !this.#versions.has(id));
    for (const { id, type, script, decision } of await this.#options.store.versions(unread))
      this.#versions.set(id, { id, type, script, ...(decision === frozenForRehearsal && { isRehearsal: true }) });
  }

  async #readFiles(ids: readonly string[]): Promise<void> {
    const unread = ids.filter((id) => !this.#addresses.has(id));
    for (const { id, format } of await this.#options.store.files(unread)) this.#addresses.set(id, `/media/${id}.${format}`);
  }
}
