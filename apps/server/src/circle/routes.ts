import { listFriends, noteFriend, removeFriend } from '@unspoken/contract/circle';
import type { Router } from '../platform/http/routes.ts';
import type { Circle } from './service.ts';

export interface CircleRoutesOptions {
  readonly circle: Circle;
  /** Whether somebody is here just now. */
  readonly isHere: (accountId: string) => boolean;
  /** The two never meet again, and are out of each other's circle. */
  readonly block: (one: string, other: string) => Promise<void>;
}

/** One's own circle. What is done to the partner of a room goes through encounters, which know who that is. */
export function circleRoutes(router: Router, { circle, isHere, block }: CircleRoutesOptions): void {
  router.on(listFriends, async ({ caller }) => {
    const friends = await circle.list(caller.accountId);
    return { friends: friends.map(({ accountId, ...friend }) => ({ ...friend, online: isHere(accountId) })) };
  });
  router.on(removeFriend, async ({ caller, body }) => {
    const { accountId } = caller;
    if (body.block) await block(accountId, await circle.friend(accountId, body.friendID));
    else await circle.removeFriend(accountId, body.friendID);
    return { success: true };
  });
  router.on(noteFriend, async ({ caller, body }) => {
    await circle.note(caller.accountId, body.friendID, body.note);
    return { success: true };
  });
}
