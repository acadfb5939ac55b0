import type { Config } from '../platform/config.ts';
import type { Platform } from '../platform/platform.ts';
import { catalogueStore } from './catalogue-store.ts';
import { readContent } from './content.ts';
import { exportContent } from './exporting.ts';
import { type Imported, importContent } from './importing.ts';

/** Experiences as folders of files, for the start of the server and for the command line. */
export interface ContentFolders {
  /** Imports a folder. Throws a `ContentError` if anything in it is invalid, and then stores nothing. */
  importFrom(folder: string, options?: { readonly onlyIfEmpty?: boolean }): Promise<readonly Imported[]>;
  /** Exports the published experiences to a folder; returns their types. */
  exportTo(folder: string): Promise<readonly string[]>;
}

export function contentFolders({
  db,
  files,
  clock,
  random,
  config: { durations },
}: Pick<Platform, 'db' | 'files' | 'clock' | 'random'> & { readonly config: Pick<Config, 'durations'> }): ContentFolders {
  const store = catalogueStore(db);
  return {
    async importFrom(folder, { onlyIfEmpty = false } = {}) {
      // Parsing the folder is slow, and is skipped at every start but the first.
      if (onlyIfEmpty && !(await store.isEmpty())) return [];
      return importContent({ db, store, files, clock, random, durations }, await readContent(folder), { onlyIfEmpty });
    },
    exportTo: (folder) => exportContent({ store, files }, folder),
  };
}
