import { listFriends, noteFriend, removeFriend } from '@unspoken/contract/circle';
import type { Router } from '../platform/http/routes.ts';
import type { Circle } from './service.ts';

export interface CircleRoutesOptions {
  readonly circle: Circle;
  /** Whether somebody is here just now. */
  readonly isHere: (accountId: string) => boolean;
  /** The two are never to be paired again. */
  readonly block: (one: string, other: string) => Promise<void>;
}

/** One's own circle. What is done to the partner of a room goes through encounters, which know who that is. */
export function circleRoutes(router: Router, { circle, isHere, block }: CircleRoutesOptions): void {
  router.on(listFriends, async ({ caller }) => {
    const friends = await circle.list(caller.accountId);
    return { friends: friends.map(({ accountId, ...friend }) => ({ ...friend, online: isHere(accountId) })) };
  });
  router.on(removeFriend, async ({ caller, body }) => {
    const other = await circle.removeFriend(caller.accountId, body.friendID);
    if (body.block) await block(caller.accountId, other);
    return { success: true };
  });
  router.on(noteFriend, async ({ caller, body }) => {
    await circle.note(caller.accountId, body.friendID, body.note);
    return { success: true };
  });
}
