import type { User } from '@unspoken/contract/accounts';
import type { PoolType } from '@unspoken/contract/matchmaking';

/**
 * What a card offers: Connect in any pool; the one free experience, without strangers; membership; or, to a visitor, an account.
 * Source: requirements/experiences 2.8, 11.11.
 */
export type Offer = 'connect' | 'try' | 'membership' | 'account';

export function offerTo(user: Pick<User, 'subscription'> | undefined): Offer {
  if (!user) return 'account';
  const { activeSubscription, freeExperienceUsed } = user.subscription;
  if (activeSubscription) return 'connect';
  return freeExperienceUsed ? 'membership' : 'try';
}

/** The pools in which a member waits from a card. */
export type CardPool = Extract<PoolType, 'anyone' | 'myCircle'>;

export const poolsOf = (offer: Offer): readonly CardPool[] =>
  offer === 'connect' ? ['anyone', 'myCircle'] : offer === 'try' ? ['myCircle'] : [];
