import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useObservable } from '../../platform/observable.ts';
import { useSession } from '../../session/use-session.ts';
import { FileLibrary, type OwnFiles } from './file-library.ts';
import type { Transfer } from './transfers.ts';

const Library = createContext<FileLibrary | undefined>(undefined);

/** The files of whoever works in the studio. Uploads go on while they move between its pages. */
export function FilesProvider({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  const account = user?.userId ?? '';
  const library = useMemo(() => new FileLibrary(account), [account]);
  useEffect(() => () => library.close(), [library]);
  return <Library value={library}>{children}</Library>;
}

interface Files {
  readonly library: FileLibrary;
  readonly own: OwnFiles | undefined;
  readonly transfers: ReadonlyMap<string, Transfer>;
  /** Why the files could not be read. */
  readonly failure: unknown;
}

/** The files of the studio, which are read when a page first needs them. */
export function useFiles(): Files {
  const library = useContext(Library);
  if (!library) throw new Error('there are files only in the studio');
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => void library.open().then(() => setFailure(undefined), setFailure), [library]);
  return { library, own: useObservable(library.own), transfers: useObservable(library.transfers.current), failure };
}
