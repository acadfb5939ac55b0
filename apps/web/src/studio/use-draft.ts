import { isSameScript } from '@unspoken/contract/drafts';
import { readDraft, saveDraft } from '@unspoken/contract/studio';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../platform/api.ts';
import { useObservable } from '../platform/observable.ts';
import { documentOf, type EditorDocument, scriptIn } from './document.ts';
import { DraftCopies } from './draft-copies.ts';
import { type Draft, DraftKeeper } from './draft-keeper.ts';
import { change, type History, historyOf, redo, undo } from './history.ts';
import type { OwnExperience } from './own-experience.ts';

/** A draft that was read, and what this browser knows of it that could not be saved. */
export interface OpenedDraft {
  readonly experience: OwnExperience;
  readonly draft: Draft;
  readonly copies: DraftCopies;
  readonly recovered: Draft | undefined;
}

/** Reads a draft for editing. Throws `CallError`. */
export async function openDraft(account: string, type: string): Promise<OpenedDraft> {
  const { draft, experience } = await call(readDraft, { body: { type } });
  const copies = new DraftCopies(account, type);
  const recovered = await copies.recover();
  if (!recovered || !isSameScript(recovered.script, draft.script)) return { experience, draft, copies, recovered };
  // It was saved while its tab was being closed.
  copies.set(undefined);
  return { experience, draft, copies, recovered: undefined };
}

/** Applies a change; changes of one group are undone together. */
export type Apply = (make: (document: EditorDocument) => EditorDocument, group?: string) => void;

/** The document that is edited, its history, and how it is stored. */
export function useDraft(type: string, { draft, copies, recovered }: OpenedDraft) {
  const keeper = useMemo(
    () =>
      new DraftKeeper(draft.revision, {
        save: async ({ script, revision }) => (await call(saveDraft, { body: { type, revision, script } })).revision,
        read: async () => (await call(readDraft, { body: { type } })).draft,
        copy: (unsaved) => copies.set(unsaved),
        now: () => Date.now(),
        after: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      }),
    [type, draft.revision, copies],
  );
  const [history, setHistory] = useState<History<EditorDocument>>(() => {
    const stored = historyOf(documentOf(draft.script));
    return recovered ? change(stored, documentOf(recovered.script, stored.present.next)) : stored;
  });
  const { present } = history;
  const kept = useRef(recovered ? undefined : present);
  useEffect(() => {
    // Also in strict mode, which mounts twice: what has been handed over already is not handed over again.
    if (kept.current === present) return;
    const isFirst = kept.current === undefined;
    kept.current = present;
    const { script } = scriptIn(present);
    if (isFirst && recovered && recovered.revision !== draft.revision) keeper.conflict(draft, script);
    else keeper.changed(script);
  }, [present, keeper, recovered, draft]);
  useEffect(() => {
    const leave = () => void keeper.flush();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, [keeper]);
  const apply: Apply = useCallback((make, group) => setHistory((all) => change(all, make(all.present), group)), []);
  return {
    document: present,
    apply,
    keeper,
    keeping: useObservable(keeper.keeping),
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}
