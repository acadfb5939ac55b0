import { answerGuest, claimAdd, listFriends, noteFriend, removeFriend } from '@unspoken/contract/circle';
import type { Router } from '../platform/http/routes.ts';
import type { GuestAdds } from './guest-adds.ts';
import type { Circle } from './service.ts';

export interface CircleRoutesOptions {
  readonly circle: Circle;
  readonly guestAdds: GuestAdds;
  /** Whether an account is online. */
  readonly presence: { isHere(accountId: string): boolean };
  /** Blocks a member: the two never meet again, and are removed from each other's circle. */
  readonly moderation: { block(one: string, other: string): Promise<void> };
}

/** A member's own circle. Calls about the partner of a room are served by encounters, which know who that is. */
export function circleRoutes(router: Router, { circle, guestAdds, presence, moderation }: CircleRoutesOptions): void {
  router.on(listFriends, async ({ caller }) => {
    const [friends, guests] = await Promise.all([circle.list(caller.accountId), guestAdds.awaiting(caller.accountId)]);
    return { guests, friends: friends.map(({ accountId, ...friend }) => ({ ...friend, online: presence.isHere(accountId) })) };
  });
  router.on(removeFriend, async ({ caller, body }) => {
    const { accountId } = caller;
    if (body.block) await moderation.block(accountId, await circle.friend(accountId, body.friendID));
    else await circle.removeFriend(accountId, body.friendID);
    return { success: true };
  });
  router.on(claimAdd, async ({ caller, body }) => {
    await guestAdds.claim(caller.accountId, body.claim);
    return { success: true };
  });
  router.on(answerGuest, async ({ caller, body }) => {
    await guestAdds.answer(caller.accountId, body.guestID, body.add);
    return { success: true };
  });
  router.on(noteFriend, async ({ caller, body }) => {
    await circle.note(caller.accountId, body.friendID, body.note);
    return { success: true };
  });
}
