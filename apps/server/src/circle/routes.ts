import { listFriends, noteFriend, removeFriend } from '@unspoken/contract/circle';
import type { Router } from '../platform/http/routes.ts';
import type { Circle } from './service.ts';

export interface CircleRoutesOptions {
  readonly circle: Circle;
  /** Whether an account is online. */
  readonly presence: { isHere(accountId: string): boolean };
  /** Blocks a member: the two never meet again, and are removed from each other's circle. */
  readonly moderation: { block(one: string, other: string): Promise<void> };
}

/** A member's own circle. Calls about the partner of a room are served by encounters, which know who that is. */
export function circleRoutes(router: Router, { circle, presence, moderation }: CircleRoutesOptions): void {
  router.on(listFriends, async ({ caller }) => {
    const friends = await circle.list(caller.accountId);
    return { friends: friends.map(({ accountId, ...friend }) => ({ ...friend, online: presence.isHere(accountId) })) };
  });
  router.on(removeFriend, async ({ caller, body }) => {
    const { accountId } = caller;
    if (body.block) await moderation.block(accountId, await circle.friend(accountId, body.friendID));
    else await circle.removeFriend(accountId, body.friendID);
    return { success: true };
  });
  router.on(noteFriend, async ({ caller, body }) => {
    await circle.note(caller.accountId, body.friendID, body.note);
    return { success: true };
  });
}
