import { groupCountKey } from '@unspoken/contract/presence';
import { peopleCount } from '../encounters/current.ts';
import { useObservable } from '../platform/observable.ts';

/** How many others are in a group space; undefined until that is known. The user does not count. */
export function useOthersInGroup(groupID: string): number | undefined {
  const people = useObservable(peopleCount)?.[groupCountKey(groupID)];
  return people === undefined ? undefined : Math.max(0, people - 1);
}
