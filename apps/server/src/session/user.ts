import { isLanguage, type Role, registeringStages, roles, type User } from '@unspoken/contract/accounts';
import type { Account } from '../accounts/service.ts';
import type { Encounters } from '../encounters/service.ts';
import type { Membership } from '../membership/service.ts';

/** The account as its owner sees it, composed of what several domains know. */
export async function describeUser(
  account: Account,
  { encounters, membership }: { readonly encounters: Encounters; readonly membership: Membership },
): Promise<User> {
  const [counters, subscription] = await Promise.all([encounters.counters(account.id), membership.subscription(account.id)]);
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
    ...counters,
    HMGuidance1Accepted: account.guidanceAcceptedAt !== null,
    hasTriedToConnect: account.triedToConnectAt !== null,
    solicitedEmails: account.solicitedEmails,
    accountSuspended: account.suspended,
    myCircleMatched: 0,
    showPositionGuideline: !account.positionGuidelineHidden,
    termsAccepted: account.termsAcceptedAt !== null && account.over18At !== null,
    subscription,
  };
}
