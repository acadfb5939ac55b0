import type { User } from '@unspoken/contract/accounts';
import { later } from '../platform/later.ts';

/** Whether moderation keeps this account from connecting for now, or for good. */
export const isOnHold = (user: User): boolean => user.accountSuspended || user.accountHeldUntil !== null;

/** In place of Connect for such an account; loaded only for one. */
export const OnHold = later(() => import('./on-hold.tsx'), 'seldom');
