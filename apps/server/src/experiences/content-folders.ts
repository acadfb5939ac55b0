import type { Platform } from '../platform/platform.ts';
import { catalogueStore } from './catalogue-store.ts';
import { readContent } from './content.ts';
import { exportContent } from './exporting.ts';
import { type Imported, importContent } from './importing.ts';

/** Experiences as folders of files, for the start of the server and for the command line. */
export interface ContentFolders {
  /** Stores the content of a folder. Throws a `ContentError` if anything in it is not right, and then stores nothing. */
  read(folder: string, options?: { readonly onlyIfEmpty?: boolean }): Promise<readonly Imported[]>;
  /** Writes what is published; returns the types. */
  write(folder: string): Promise<readonly string[]>;
}

export function contentFolders({
  db,
  files,
  clock,
  random,
}: Pick<Platform, 'db' | 'files' | 'clock' | 'random'>): ContentFolders {
  const store = catalogueStore(db);
  return {
    async read(folder, { onlyIfEmpty = false } = {}) {
      // Reading takes a while, so it is not done in vain at every start.
      if (onlyIfEmpty && !(await store.isEmpty())) return [];
      return importContent({ db, store, files, clock, random }, await readContent(folder), { onlyIfEmpty });
    },
    write: (folder) => exportContent({ store, files }, folder),
  };
}
