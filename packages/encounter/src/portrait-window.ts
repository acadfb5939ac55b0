import type { Context } from './model.ts';
import type { Company } from './ports.ts';

/** In whose company the user is about to be seen. */
export const companyOf = ({ pool }: Pick<Context, 'pool'>): Company =>
  pool.poolType === 'anyone' ? 'strangers' : 'acquaintances';

/** Whether the user's picture is to be framed: as they have chosen for such company, and before that for strangers. */
export function wantsWindow({ pool, ports }: Pick<Context, 'pool' | 'ports'>): boolean {
  const company = companyOf({ pool });
  return ports.window.isAvailable === true && (ports.window.choice(company) ?? company === 'strangers');
}

/** Whether the user was framed in the room to which their page returns. */
export const wasFramed = ({ ports }: Pick<Context, 'ports'>): boolean =>
  ports.window.isAvailable === true && ports.tab.isFramed();
