import type { User } from '@unspoken/contract/accounts';
import { AppError } from '@unspoken/contract/errors';
import {
  askFriend,
  cancelInvitation,
  createInvitation,
  retrieveInvitation,
  storeInvitationSession,
} from '@unspoken/contract/experiences';
import { languageAmong } from '@unspoken/contract/languages';
import { minuteType } from '@unspoken/contract/matchmaking';
import type { Account } from '../accounts/service.ts';
import { accountLimits } from '../accounts/service.ts';
import type { Circle } from '../circle/service.ts';
import type { Encounters } from '../encounters/service.ts';
import type { Conduct } from '../moderation/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Presence } from '../presence/service.ts';
import type { Catalogue } from './catalogue.ts';
import { experienceLimits } from './limits.ts';
import type { PersonalInvitations } from './personal-invitations.ts';
import type { Rights } from './rights.ts';
import type { PersonalInvitation } from './store.ts';

export interface ExperienceRoutesOptions {
  readonly invitations: PersonalInvitations;
  readonly catalogue: Catalogue;
  readonly rights: Rights;
  readonly encounters: Pick<Encounters, 'wasConfirmed'>;
  readonly circle: Pick<Circle, 'friend' | 'relation' | 'firstName'>;
  readonly conduct: Pick<Conduct, 'standing'>;
  readonly presence: Pick<Presence, 'isHere'>;
  readonly limits: Limits;
  readonly productName: string;
  readonly describe: (account: Account) => Promise<User>;
}

export function experienceRoutes(router: Router, options: ExperienceRoutesOptions): void {
  const { invitations, catalogue, rights, encounters, circle, conduct, presence, limits, productName, describe } = options;
  /** What an invitation is to: the minute, or the card of an experience. Throws `invitation_inactive` if there is none any more. */
  const describeExperience = async (
    { experienceType: type, versionId }: Pick<PersonalInvitation, 'experienceType' | 'versionId'>,
    language: string | undefined,
  ) => {
    if (type === minuteType) return { type, name: `${productName} Minute` };
    const chosen = languageAmong(language);
    const card = versionId === null ? catalogue.card(type, chosen) : await catalogue.cardOf(versionId, chosen);
    if (!card) throw new AppError('invitation_inactive');
    return { type, name: card.name, card };
  };
  router.on(createInvitation, async ({ caller, body }) => {
    await limits.use(experienceLimits.personalInvitePerAccount, caller.accountId);
    const denied = await rights.hostDenial(caller.accountId, body.type);
    if (denied) throw new AppError(denied);
    return invitations.create(caller.accountId, body.type, { membersOnly: body.membersOnly });
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
    return invitations.ask(accountId, await circle.firstName(accountId), friend);
  });
  router.on(cancelInvitation, async ({ caller, body }) => {
    await invitations.cancel(caller.accountId, body.roomID);
    return { success: true };
  });
  router.on(retrieveInvitation, async ({ caller, body, address, browser }) => {
    await limits.use(accountLimits.linkPerAddress, address);
    const invitation = await invitations.retrieve(body.roomID, caller?.accountId, browser.sent);
    const experience = await describeExperience(invitation, body.language);
    const hostFirstName = await circle.firstName(invitation.host);
    const isRehearsal = invitation.versionId !== null;
    if (caller || !body.guest) return { experience, hostFirstName, ...(isRehearsal && { isRehearsal }) };
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
