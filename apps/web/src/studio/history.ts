/** The group of changes of a field: a word at a time is undone. */
export const wordOf = (field: string, text: string): string => `${field} ${text.split(' ').length}`;

/** What can be undone and done again. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** What the last change was part of: changes of one group are undone together. */
  readonly group: string | undefined;
}

/** How many steps can be undone. */
const depth = 500;

export const historyOf = <State>(present: State): History<State> => ({ past: [], present, future: [], group: undefined });

/** The history after a change. Consecutive changes of the same group are one step. */
export function change<State>(history: History<State>, present: State, group?: string): History<State> {
  if (present === history.present) return history;
  const isSameStep = group !== undefined && group === history.group;
  return { past: isSameStep ? history.past : [...history.past, history.present].slice(-depth), present, future: [], group };
}

export function undo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], group: undefined };
}

export function redo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const [after, ...rest] = future;
  if (after === undefined) return history;
  return { past: [...past, present], present: after, future: rest, group: undefined };
}
