import { countersOnWire, type Role, registeringStages, roles, type User } from '@unspoken/contract/accounts';
import { isLanguage } from '@unspoken/contract/languages';
import { type Account, hasBetaAccess } from '../accounts/service.ts';
import type { CircleModule } from '../circle/module.ts';
import type { Circle } from '../circle/service.ts';
import type { Encounters } from '../encounters/service.ts';
import type { Membership } from '../membership/service.ts';
import type { Conduct } from '../moderation/service.ts';

/** The domains that contribute to a user. */
export interface UserParts {
  readonly encounters: Encounters;
  readonly membership: Membership;
  readonly circle: Circle;
  readonly guestAdds: Pick<CircleModule['guestAdds'], 'awaiting'>;
  readonly conduct: Pick<Conduct, 'standing'>;
}

const known = (accountId: string, { encounters, membership, circle, guestAdds, conduct }: UserParts) =>
  Promise.all([
    encounters.counters(accountId),
    membership.subscription(accountId),
    circle.matched(accountId),
    guestAdds.awaiting(accountId),
    conduct.standing(accountId),
  ]);

/** Takes as long as describing a user, without an answer. */
export async function describeNobody(parts: UserParts): Promise<void> {
  await known('00000000-0000-0000-0000-000000000000', parts);
}

/** The account as its owner sees it, composed from several domains. */
export async function describeUser(account: Account, parts: UserParts): Promise<User> {
  const [counters, subscription, matched, awaiting, { conduct, until }] = await known(account.id, parts);
  return {
    userId: account.id,
    role: roles.find((role): role is Role => role === account.role) ?? 'member',
    email: account.email,
    name: account.name,
    language: isLanguage(account.language) ? account.language : 'en',
    isPasswordExist: account.passwordHash !== null,
    facebookID: account.facebookId,
    needsVerification: account.verifiedAt === null,
    registeringStage: registeringStages.find((stage) => stage === account.registeringStage) ?? null,
    ...countersOnWire(counters),
    HMGuidance1Accepted: account.guidanceAcceptedAt !== null,
    hasTriedToConnect: account.triedToConnectAt !== null,
    solicitedEmails: account.listConfirmedAt !== null,
    emailsAsked: account.solicitedEmails && account.listConfirmedAt === null,
    accountSuspended: conduct === 'suspended' || conduct === 'banned',
    accountHeldUntil: conduct === 'held' ? until : null,
    myCircleMatched: matched.size,
    guestsAwaiting: awaiting.length,
    directInCircle: account.directInCircle,
    timeZone: account.timeZone,
    betaExperienceAccess: hasBetaAccess(account),
    showPositionGuideline: !account.positionGuidelineHidden,
    termsAccepted: account.termsAcceptedAt !== null && account.over18At !== null,
    subscription,
  };
}
