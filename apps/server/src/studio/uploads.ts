import type { AnswerOf, BodyOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import {
  type beginUpload,
  largestUpload,
  type ownFiles,
  partLength,
  pieceLength,
  type sendPart,
  type Upload,
  uploadQuota,
} from '@unspoken/contract/uploads';
import type { CatalogueStore, Gone, Media, MediaStore } from '../experiences/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Random } from '../platform/random.ts';
import { checkJob, type DeletionJob, deletionJob } from './checking.ts';
import type { Drafts } from './drafts.ts';
import { partName, partNames, resultNames } from './media-files.ts';

export interface UploadsOptions {
  readonly store: MediaStore;
  readonly catalogue: Pick<CatalogueStore, 'facilitatorOf'>;
  readonly drafts: Pick<Drafts, 'author'>;
  readonly files: FileStore;
  readonly jobs: Pick<Jobs, 'post'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'secret'>;
}

const day = 24 * 3_600_000;

/**
 * What facilitators upload. A file arrives in parts, which the store keeps until the last one is here; a job checks it then. Everything
 * here is about one's own files; those of others are answered like what does not exist.
 */
export class Uploads {
  readonly #options: UploadsOptions;
  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /**
   * Begins an upload, or finds the one of the same file. `count` is called before a new one. Throws `upload_refused` for a file that is
   * too large, and `quota_used`.
   */
  async begin(accountId: string, announced: BodyOf<typeof beginUpload>, count: () => Promise<void>): Promise<Upload> {
    const { store, catalogue, drafts, clock, random } = this.#options;
    const { kind, name, size, sha256 } = announced;
    if (size > largestUpload[kind]) throw new AppError('upload_refused', { size: 'too_large' });
    const author = await catalogue.facilitatorOf(accountId);
    const known = author && (await store.announced(author.id, announced));
    if (known) return viewOf(known);
    await count();
    return store.transaction(async (tx) => {
      const { id: ownerId } = await drafts.author(tx, accountId);
      await store.lockOwner(tx, ownerId);
      // Another tab may have begun it meanwhile.
      const begun = await store.announced(ownerId, announced, tx);
      if (begun) return viewOf(begun);
      const now = clock.now();
      const { total, recent } = await store.usage(ownerId, new Date(now - day), tx);
      if (total + size > uploadQuota.total || recent + size > uploadQuota.day) throw new AppError('quota_used');
      const id = Buffer.from(random.secret(16), 'base64url').toString('hex');
      const row = { id, ownerId, kind, name, size, sha256, state: 'uploading', format: '', createdAt: new Date(now) } as const;
      await store.add(tx, row);
      return viewOf((await store.find(id, tx)) as Media);
    });
  }

  /** How many bytes are here afterwards. Throws `not_found`, and `upload_refused` for a part that is not the next one, or not whole. */
  async receive(accountId: string, { mediaID, offset, part }: BodyOf<typeof sendPart>): Promise<number> {
    const { store, files } = this.#options;
    const row = await this.#own(accountId, mediaID);
    if (row.state === 'refused') throw refusedAs(row);
    if (offset < row.received || row.state !== 'uploading') return row.received;
    if (offset > row.received) throw new AppError('upload_refused', { offset: 'gap' });
    const bytes = Buffer.from(part, 'base64');
    const whole = Math.min(partLength - (offset % partLength), row.size - offset);
    if (bytes.length !== whole && bytes.length !== Math.min(pieceLength, whole))
      throw new AppError('upload_refused', { part: 'length' });
    const name = partName(mediaID, offset, bytes.length < whole);
    // Of two tabs that send one part at once, the first one stores it: the checksum shows whether it was the right one.
    await files.put(name, bytes);
    const end = offset + bytes.length;
    if (await store.advance(mediaID, offset, end)) return end;
    const now = await store.find(mediaID);
    if (now && now.state !== 'refused') return now.received;
    // It was removed while the part was on its way.
    await files.remove(name);
    throw new AppError('not_found');
  }

  /** Has the file checked. Throws `not_found`, and `upload_refused` while parts are missing. */
  async finish(accountId: string, mediaID: string): Promise<Upload> {
    const { store, jobs } = this.#options;
    await this.#own(accountId, mediaID);
    return store.transaction(async (tx) => {
      const row = await store.lock(tx, mediaID);
      if (!row || row.refusal === 'removed') throw new AppError('not_found');
      if (row.state !== 'uploading') return viewOf(row);
      if (row.received < row.size) throw new AppError('upload_refused', { offset: 'gap' });
      await store.change(tx, mediaID, 'uploading', { state: 'checking' });
      await jobs.post(tx, checkJob, { mediaID, concerns: [] });
      return viewOf({ ...row, state: 'checking' });
    });
  }

  async list(accountId: string): Promise<AnswerOf<typeof ownFiles>> {
    const { store, catalogue, clock } = this.#options;
    const author = await catalogue.facilitatorOf(accountId);
    const rows = author ? await store.of(author.id) : [];
    const usage = author ? await store.usage(author.id, new Date(clock.now() - day)) : { total: 0, recent: 0 };
    const quota = { usedBytes: usage.total, usedTodayBytes: usage.recent };
    return { files: rows.map(viewOf), quota: { ...quota, totalBytes: uploadQuota.total, dayBytes: uploadQuota.day } };
  }

  /** Throws `not_found`, and `file_in_use` for a file that a draft, a version or a page refers to. */
  async remove(accountId: string, mediaID: string): Promise<void> {
    const { store, clock } = this.#options;
    await this.#own(accountId, mediaID);
    await store.transaction(async (tx) => {
      await store.lockReferences(tx);
      const row = await store.lock(tx, mediaID);
      if (!row || row.refusal === 'removed') return;
      if ((await store.referred(tx, new Date(clock.now() - day))).has(mediaID)) throw new AppError('file_in_use');
      // The row stays: what was uploaded today counts, whatever has become of it.
      await store.change(tx, mediaID, row.state, { state: 'refused', refusal: 'removed', name: '' });
      await this.#deleteFiles(tx, [row]);
    });
  }

  /** Deletes the files, older than an instant, that nothing refers to, and those of deleted accounts. */
  async forgetFiles(before: Date): Promise<void> {
    await this.#forgetUnused((tx) => this.#options.store.old(tx, before));
  }

  /** Deletes the uploads, begun before an instant, that were not finished and that nothing refers to. */
  async forgetUploads(before: Date): Promise<void> {
    await this.#forgetUnused((tx, locked) => this.#options.store.unfinished(tx, before, locked));
  }

  async #forgetUnused(candidates: (tx: Database, locked: boolean) => Promise<readonly Gone[]>): Promise<void> {
    const { store, clock } = this.#options;
    const unused = async (tx: Database, locked: boolean) => {
      const old = await candidates(tx, locked);
      if (old.length === 0) return [];
      const referred = await store.referred(tx, new Date(clock.now() - day));
      return old.filter(({ id }) => !referred.has(id));
    };
    await store.transaction(async (tx) => {
      // Most of the time there is nothing to delete, and nobody has to wait for it.
      if ((await unused(tx, false)).length === 0) return;
      await store.lockReferences(tx);
      await this.#forget(tx, await unused(tx, true));
    });
  }

  async #forget(tx: Database, rows: readonly Gone[]): Promise<void> {
    await this.#options.store.remove(
      tx,
      rows.map(({ id }) => id),
    );
    await this.#deleteFiles(tx, rows);
  }

  /** After the commit, and even if this process dies first. */
  async #deleteFiles(tx: Database, rows: readonly Gone[]): Promise<void> {
    for (const row of rows) {
      const names = [...resultNames(row), ...partNames(row)];
      await this.#options.jobs.post<DeletionJob>(tx, deletionJob, { names, concerns: [] });
    }
  }

  async #own(accountId: string, mediaID: string): Promise<Media> {
    const { store, catalogue } = this.#options;
    const author = await catalogue.facilitatorOf(accountId);
    const row = author && (await store.find(mediaID));
    if (!row || row.ownerId !== author.id || row.refusal === 'removed') throw new AppError('not_found');
    return row;
  }
}

const refusedAs = ({ refusal }: Media): AppError => new AppError('upload_refused', { file: refusal ?? 'damaged' });

function viewOf(row: Media): Upload {
  const { id: mediaID, kind, name, state, size, received, refusal, format, durationMs, width, height, loudness, createdAt } = row;
  return {
    ...{ mediaID, kind, name, state, size, durationMs, width, height, loudness },
    // What was imported was never on its way.
    received: state === 'ready' ? size : received,
    refusal: refusal === 'removed' ? null : refusal,
    format: format === '' ? null : format,
    createdAt: createdAt.getTime(),
  };
}
