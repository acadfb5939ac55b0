import type { Media, MediaStore } from '../experiences/service.ts';
import type { Database } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { About, Jobs } from '../platform/jobs.ts';
import type { Checked, MediaOutcome } from '../platform/media/checked.ts';
import type { MediaChecks } from '../platform/media/media-checks.ts';
import { assembled, partNames, removeAll, resultNames } from './media-files.ts';

export const checkJob = 'media-check';
export const deletionJob = 'media-deletion';

/** So many processes may end while they check a file; it would harm another one. */
export const mostChecks = 5;

interface CheckJob extends About {
  readonly mediaID: string;
}

export interface DeletionJob extends About {
  readonly names: readonly string[];
}

export interface CheckingOptions {
  readonly store: MediaStore;
  readonly db: Database;
  readonly files: FileStore;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly checks: Pick<MediaChecks, 'check'>;
}

/** Checks what was uploaded, stores what it becomes, and deletes what is not needed any more. Every step can be repeated. */
export class Checking {
  readonly #options: CheckingOptions;
  constructor(options: CheckingOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { jobs, files } = this.#options;
    // One file at a time: it needs a core, and a few hundred megabytes.
    await jobs.define<CheckJob>(checkJob, ({ mediaID }) => this.#check(mediaID), { concurrency: 1 });
    await jobs.define<DeletionJob>(deletionJob, ({ names }) => removeAll(files, names));
  }

  async #check(mediaID: string): Promise<void> {
    const { store, files } = this.#options;
    const row = await store.find(mediaID);
    // Removed; what deleted the row deletes the files.
    if (!row) return;
    if (row.state === 'checking') await this.#settle(row, await this.#outcome(row));
    await removeAll(files, partNames(row));
  }

  async #outcome(row: Media): Promise<MediaOutcome> {
    const { files, checks, store } = this.#options;
    const bytes = await assembled(files, row);
    // Another attempt has come to its end, and has deleted the parts; or the store has lost one.
    if (!bytes) return { refused: 'truncated' };
    if ((await store.beginCheck(row.id)) > mostChecks) return { refused: 'too_complex' };
    try {
      return await checks.check({ kind: row.kind, sha256: row.sha256, bytes });
    } finally {
      await store.endCheck(row.id);
    }
  }

  async #settle(row: Media, outcome: MediaOutcome): Promise<void> {
    const { store, db, files } = this.#options;
    const { id } = row;
    if ('refused' in outcome) {
      const isRefused = await store.change(db, id, 'checking', { state: 'refused', refusal: outcome.refused });
      // What an earlier attempt has stored before its process ended.
      if (isRefused) await removeAll(files, resultNames(row));
      return;
    }
    const { checked } = outcome;
    const { format } = checked;
    // Before the row that names them: nobody is sent to a file that is not there.
    for (const { suffix, bytes } of checked.files) await files.put(`${id}${suffix}.${format}`, bytes);
    if (await store.change(db, id, 'checking', { state: 'ready', ...described(checked) })) return;
    // It was removed while it was checked, unless another attempt has come first.
    const now = await store.find(id);
    if (now?.state !== 'ready') await removeAll(files, resultNames(row));
  }
}

function described({ format, files, durationMs, width, height, loudness }: Checked) {
  return {
    format,
    durationMs: durationMs ?? null,
    width: width ?? null,
    height: height ?? null,
    storedBytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    loudness: loudness !== undefined && Number.isFinite(loudness) ? loudness : null,
  };
}
