import type { PersonalRecords } from '../platform/module.ts';
import type { Applying } from './applying.ts';
import type { DeclarationStore } from './declaration-store.ts';
import type { MembershipRows } from './membership-store.ts';
import { type OwnViewOptions, receiptsOf } from './own-view.ts';

interface PaidMembershipsOptions extends Pick<OwnViewOptions, 'payments' | 'books'> {
  readonly rows: MembershipRows;
  readonly applying: Pick<Applying, 'end'>;
  readonly declarations: Pick<DeclarationStore, 'ofAccount' | 'disown'>;
}

/** The paid memberships and the receipts of an account: shown to its owner, and ended and cut from it when it is deleted. */
export const paidMemberships = ({ rows, applying, payments, books, declarations }: PaidMembershipsOptions): PersonalRecords => ({
  async export(accountId) {
    const memberships = [];
    for (const row of await rows.all(accountId)) {
      const { accountId: _, payerId: __, subscriptionRef: ___, hadRights: ____, openInvoice: _____, ...shown } = row;
      memberships.push({ ...shown, pauses: await rows.pauses(row.id) });
    }
    const declared = (await declarations.ofAccount(accountId)).map(({ id, kind, fields, receivedAt, state, doneAt }) => ({
      ...{ id, kind, fields, receivedAt, state, doneAt },
    }));
    return { memberships, declarations: declared, receipts: await receiptsOf(accountId, { payments, books }) };
  },

  async erase(tx, { accountId }) {
    for (const row of await rows.liveOf(tx, accountId)) await applying.end(tx, row, 'deleted');
    await rows.disown(tx, accountId);
    await declarations.disown(tx, accountId);
  },
});
