import type { User } from '@unspoken/contract/accounts';
import { AppError } from '@unspoken/contract/errors';
import {
  askFriend,
  cancelInvitation,
  createInvitation,
  retrieveInvitation,
  storeInvitationSession,
} from '@unspoken/contract/experiences';
import type { Account } from '../accounts/service.ts';
import { accountLimits } from '../accounts/service.ts';
import type { Circle } from '../circle/service.ts';
import type { Encounters } from '../encounters/service.ts';
import type { Conduct } from '../moderation/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Presence } from '../presence/service.ts';
import { experienceLimits } from './limits.ts';
import type { PersonalInvitations } from './personal-invitations.ts';

export interface ExperienceRoutesOptions {
  readonly invitations: PersonalInvitations;
  readonly encounters: Pick<Encounters, 'wasConfirmed'>;
  readonly circle: Pick<Circle, 'friend' | 'relation' | 'firstName'>;
  readonly conduct: Pick<Conduct, 'standing'>;
  readonly presence: Pick<Presence, 'isHere'>;
  readonly limits: Limits;
  readonly productName: string;
  readonly describe: (account: Account) => Promise<User>;
}

export function experienceRoutes(router: Router, options: ExperienceRoutesOptions): void {
  const { invitations, encounters, circle, conduct, presence, limits, productName, describe } = options;
  router.on(createInvitation, async ({ caller, body }) => {
    await limits.use(experienceLimits.personalInvitePerAccount, caller.accountId);
    const { roomID, ...invitation } = await invitations.create(caller.accountId, body.type, { membersOnly: body.membersOnly });
    return { roomID, position: 1 as const, invitation };
  });
  router.on(askFriend, async ({ caller, body }) => {
    const { accountId } = caller;
    if ((await conduct.standing(accountId)).conduct === 'held') throw new AppError('account_held');
    const friend = await circle.friend(accountId, body.friendID);
    const { addedByMe, addedByOther } = await circle.relation(accountId, friend);
    if (!addedByMe || !addedByOther) throw new AppError('not_found');
    if (!presence.isHere(friend)) throw new AppError('friend_away');
    await limits.use(experienceLimits.personalInvitePerAccount, accountId);
    await limits.use(experienceLimits.askPerFriend, `${accountId} ${friend}`);
    const { roomID, ...invitation } = await invitations.ask(accountId, await circle.firstName(accountId), friend);
    return { roomID, position: 1 as const, invitation };
  });
  router.on(cancelInvitation, async ({ caller, body }) => {
    await invitations.cancel(caller.accountId, body.roomID);
    return { success: true };
  });
  router.on(retrieveInvitation, async ({ caller, body, address, browser }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    const invitation = await invitations.retrieve(body.roomID, caller?.accountId, browser.sent);
    const experience = { type: invitation.experienceType, name: `${productName} Minute` };
    const hostFirstName = await circle.firstName(invitation.host);
    if (caller || !body.guest) return { experience, hostFirstName };
    if (!body.termsAccepted || !body.over18) throw new AppError('terms_not_accepted');
    await limits.use(experienceLimits.guestPerAddress, address);
    const { account, token } = await invitations.welcome(invitation, { ...body, mark: browser.sent });
    return { experience, hostFirstName, token, user: await describe(account) };
  });
  router.on(storeInvitationSession, async ({ caller, body }) => {
    if (!(await encounters.wasConfirmed(caller.accountId, body.roomID))) throw new AppError('room_not_found');
    return { success: true };
  });
}
