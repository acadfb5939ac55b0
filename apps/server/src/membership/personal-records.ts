import type { Database } from '../platform/database/database.ts';
import type { PersonalRecords } from '../platform/module.ts';
import type { Managing } from './managing.ts';
import type { MembershipRows } from './membership-store.ts';

/** The paid memberships of an account: shown to its owner, and ended and cut from the account when that is deleted. */
export const paidMemberships = (rows: MembershipRows, managing: Pick<Managing, 'endUnused'>): PersonalRecords => ({
  async export(accountId) {
    const all = await rows.all(accountId);
    return {
      memberships: all.map(
        ({ accountId: _, payerId: __, subscriptionRef: ___, hadRights: ____, openInvoice: _____, ...row }) => row,
      ),
    };
  },

  async erase(tx: Database, { accountId }) {
    for (const row of await rows.liveOf(tx, accountId)) await managing.endUnused(tx, row, 'deleted');
    await rows.disown(tx, accountId);
  },
});
