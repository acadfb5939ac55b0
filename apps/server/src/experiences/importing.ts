import { isSameScript } from '@unspoken/contract/drafts';
import type { Durations } from '@unspoken/contract/durations';
import { mediaOf, type ProvenFile, proveScript, type ScriptFinding, scriptLimitsBy } from '@unspoken/contract/script-proof';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Random } from '../platform/random.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import { type Content, ContentError, type ContentExperience } from './content.ts';

export interface ImportOptions {
  readonly db: Database;
  readonly store: CatalogueStore;
  readonly files: FileStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'id'>;
  readonly durations: Durations;
}

/** What an import has done with each experience. */
export interface Imported {
  readonly type: string;
  readonly outcome: 'new' | 'changed' | 'unchanged' | 'retired';
  readonly version: number;
}

/**
 * Stores content: all of it, or nothing. A script that has changed becomes a new version; rooms that are open keep theirs. Scripts with
 * findings are refused by a `ContentError`. With `onlyIfEmpty`, nothing happens where there are experiences already.
 */
export async function importContent(
  { db, store, files, clock, random, durations }: ImportOptions,
  content: Content,
  { onlyIfEmpty = false }: { readonly onlyIfEmpty?: boolean } = {},
): Promise<readonly Imported[]> {
  refuseUnproven(content, durations);
  // Before the rows that name them: a file without a row is harmless.
  for (const { id, format, bytes } of content.files.values()) await files.put(`${id}.${format}`, bytes);
  const at = new Date(clock.now());
  return db.transaction(async (tx) => {
    // Several processes may start on an empty database at once.
    await store.lock(tx);
    if (onlyIfEmpty && !(await store.isEmpty(tx))) return [];
    for (const [position, category] of content.categories.entries()) await store.putCategory(tx, { ...category, position });
    const authors = new Map<string, string>();
    for (const { slug, name, title, bio, pronouns = null, image = null, outboundLink = null } of content.facilitators) {
      const row = { id: random.id(), slug, name, title, bio, pronouns, image, outboundLink, published: true };
      const id = await store.putFacilitator(tx, row);
      if (id === undefined) throw new ContentError([`${slug} is the page of somebody who works in the studio`]);
      authors.set(slug, id);
    }
    for (const [id, owner] of ownersOf(content)) {
      const file = content.files.get(id);
      if (!file) continue;
      const { bytes, durationMs = null, width = null, height = null, ...rest } = file;
      const row = { ...rest, ownerId: authors.get(owner) ?? null, state: 'ready' as const, size: bytes.length };
      await store.addFile(tx, { ...row, durationMs, width, height, createdAt: at });
    }
    const done: Imported[] = [];
    // In the order of their positions: the catalogue shows them by the time at which they were made.
    for (const [i, each] of content.experiences.entries())
      done.push(
        await importOne({ store, random }, tx, each, authors.get(each.facilitator) as string, new Date(at.getTime() + i)),
      );
    return done;
  });
}

async function importOne(
  { store, random }: Pick<ImportOptions, 'store' | 'random'>,
  tx: Database,
  { type, category, status, script }: ContentExperience,
  facilitatorId: string,
  at: Date,
): Promise<Imported> {
  const before = await store.putExperience(tx, { type, categoryId: category, facilitatorId, createdAt: at });
  if (!before) throw new ContentError([`${type} is written in the studio`]);
  const latest = await store.latest(tx, type);
  const isSame = latest !== undefined && isSameScript(latest.script, script);
  const version = isSame ? latest : { id: random.id(), number: (latest?.number ?? 0) + 1 };
  if (!isSame)
    await store.addVersion(tx, {
      ...{ id: version.id, type, number: version.number, script, submittedAt: at, reviewedAt: at },
      ...{ decision: 'approved', reason: 'imported by the operator' },
    });
  const productionVersion = status === 'production' ? version.id : before.productionVersion;
  await store.point(tx, type, { betaVersion: status === 'beta' ? version.id : null, productionVersion });
  if (before.retiredAt) return { type, version: version.number, outcome: 'retired' };
  return { type, version: version.number, outcome: isSame ? 'unchanged' : latest ? 'changed' : 'new' };
}

/** Each file and the facilitator who uses it first. */
function ownersOf({ facilitators, experiences }: Content): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const { slug, image } of facilitators) if (image && !owners.has(image)) owners.set(image, slug);
  for (const { facilitator, script } of experiences)
    for (const id of mediaOf(script)) if (!owners.has(id)) owners.set(id, facilitator);
  return owners;
}

function refuseUnproven({ experiences, files }: Content, durations: Durations): void {
  const limits = scriptLimitsBy(durations);
  const known = new Map(
    [...files].map(([id, { kind, durationMs }]): [string, ProvenFile] => [
      id,
      { isReady: true, isOwn: true, kind, duration: durationMs },
    ]),
  );
  const findings = experiences.flatMap(({ type, script }) =>
    proveScript(script, known, limits).map((each) => sentenceOf(type, each)),
  );
  if (findings.length > 0) throw new ContentError(findings);
}

const sentenceOf = (type: string, { rule, place, language }: ScriptFinding): string =>
  `${type}: ${place}${language ? ` (${language})` : ''} breaks ${rule}`;
