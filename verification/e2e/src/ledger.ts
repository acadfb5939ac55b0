import { type EndReason, endReasonPairs, type RecentEncounter } from '@unspoken/contract/encounters';
import type { Person } from './person.ts';

/** The encounters of a person as the server recorded them; works even if their page is closed. */
async function recordedFor(person: Person): Promise<RecentEncounter[]> {
  const answer = await fetch(`${person.origin}/api/v1/encounters/recent`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  return ((await answer.json()) as { encounters: RecentEncounter[] }).encounters;
}

/** The two end reasons of each confirmed encounter of these two; null if it is not over. */
export async function endsOf(first: Person, second: Person): Promise<[EndReason | null, EndReason | null][]> {
  const [ours, theirs] = await Promise.all([recordedFor(first), recordedFor(second)]);
  if (ours.length !== theirs.length) throw new Error('an encounter that only one of them has had');
  return ours.map(({ roomID, endReason }) => {
    const other = theirs.find((each) => each.roomID === roomID);
    if (!other) throw new Error('an encounter that only one of them has had');
    return [endReason, other.endReason];
  });
}

export const isAllowed = ([one, other]: readonly [EndReason | null, EndReason | null]): boolean =>
  endReasonPairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
