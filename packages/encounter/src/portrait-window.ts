import type { Context } from './model.ts';
import type { Company, WindowPort } from './ports.ts';

/** In whose company the user is about to be seen. */
export const companyOf = ({ pool }: Pick<Context, 'pool'>): Company =>
  pool.poolType === 'anyone' ? 'strangers' : 'acquaintances';

/** Whether a user's picture is to be framed: as they have chosen for such company, and before that for strangers. */
export const wantsWindow = (window: WindowPort, company: Company): boolean =>
  window.isAvailable === true && (window.choice(company) ?? company === 'strangers');

/** Whether the user was framed in the room to which their page returns. */
export const wasFramed = ({ ports }: Pick<Context, 'ports'>): boolean =>
  ports.window.isAvailable === true && ports.tab.isFramed();

/** Where there are no portrait windows. */
export const noWindow: WindowPort = { isAvailable: undefined, choice: () => undefined, choose: () => {} };
