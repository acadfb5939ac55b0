import type { PersonalRecords } from '../platform/module.ts';
import type { Managing } from './managing.ts';
import type { MembershipRows } from './membership-store.ts';
import { type OwnViewOptions, receiptsOf } from './own-view.ts';

interface PaidMembershipsOptions extends Pick<OwnViewOptions, 'payments' | 'books'> {
  readonly rows: MembershipRows;
  readonly managing: Pick<Managing, 'endUnused'>;
}

/** The paid memberships and the receipts of an account: shown to its owner, and ended and cut from it when it is deleted. */
export const paidMemberships = ({ rows, managing, payments, books }: PaidMembershipsOptions): PersonalRecords => ({
  async export(accountId) {
    const all = await rows.all(accountId);
    return {
      memberships: all.map(
        ({ accountId: _, payerId: __, subscriptionRef: ___, hadRights: ____, openInvoice: _____, ...row }) => row,
      ),
      receipts: await receiptsOf(accountId, { payments, books }),
    };
  },

  async erase(tx, { accountId }) {
    for (const row of await rows.liveOf(tx, accountId)) await managing.endUnused(tx, row, 'deleted');
    await rows.disown(tx, accountId);
  },
});
