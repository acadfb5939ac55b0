import type { Script } from '@unspoken/contract/scripts';

/** A place in a script, as the proof names it, with what is written there and what was before. */
export interface ScriptChange {
  readonly place: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What differs between two versions of a script; everything of the later one where there is none before. In the order of the script. */
export function changesBetween(before: Script | undefined, after: Script): readonly ScriptChange[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const places = new Set([...now.keys(), ...old.keys()]);
  return [...places]
    .map((place) => ({ place, before: old.get(place), after: now.get(place) }))
    .filter((each) => each.before !== each.after);
}

function leavesOf(value: unknown, place = '', leaves = new Map<string, string>()): ReadonlyMap<string, string> {
  if (value === undefined || value === null) return leaves;
  if (typeof value !== 'object') leaves.set(place, String(value));
  else for (const [key, each] of Object.entries(value)) leavesOf(each, place === '' ? key : `${place}.${key}`, leaves);
  return leaves;
}
