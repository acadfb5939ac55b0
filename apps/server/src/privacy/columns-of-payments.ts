import type { TableClasses } from './column-classes.ts';

const cut = 'is kept with the books, and leads to nobody once whose payer it was is deleted';
const rehearsed = 'stays: only in a rehearsal, where no money moves and no real card can be entered';

/** The tables of payments and memberships. */
export const paymentTables: Readonly<Record<string, TableClasses>> = {
  payer: {
    goes: cut,
    columns: {
      id: 'internal',
      provider_account: 'internal',
      customer_ref: 'internal',
      read_seq: 'internal',
      written_seq: 'internal',
    },
  },
  payer_account: {
    goes: 'with the account',
    columns: { payer_id: 'internal', account_id: 'internal', provider_account: 'internal' },
  },
  billing: {
    goes: 'with the account',
    columns: {
      payer_id: 'internal',
      email: ['personal', 'billing[].email'],
      first_name: ['personal', 'billing[].firstName'],
      last_name: ['personal', 'billing[].lastName'],
      postal_code: ['personal', 'billing[].postalCode'],
      country: ['personal', 'billing[].country'],
      language: ['personal', 'billing[].language'],
    },
  },
  payment: {
    goes: cut,
    columns: {
      id: ['internal', 'payments[].id'],
      payer_id: 'internal',
      kind: ['personal', 'payments[].kind'],
      attempt: 'internal',
      cents: ['personal', 'payments[].cents'],
      purpose: ['personal', 'payments[].purpose'],
      intent_ref: 'internal',
      subscription_ref: 'internal',
      state: ['personal', 'payments[].state'],
      created_at: ['personal', 'payments[].createdAt'],
      collected_at: ['personal', 'payments[].collectedAt'],
      declined_at: ['personal', 'payments[].declinedAt'],
      paid_at: ['personal', 'payments[].paidAt'],
      bounced_at: ['personal', 'payments[].bouncedAt'],
    },
  },
  provider_event: {
    goes: 'after the time in the table of retention; its ids lead to the payment provider only',
    columns: {
      id: 'internal',
      provider_account: 'internal',
      type: 'internal',
      object_ref: 'internal',
      customer_ref: 'internal',
      created: 'internal',
      received_at: 'internal',
      applied_at: 'internal',
    },
  },
  provider_request: {
    goes: cut,
    columns: {
      id: 'internal',
      seq: 'internal',
      payer_id: 'internal',
      kind: 'internal',
      object_ref: 'internal',
      accepted_at: 'internal',
      done_at: 'internal',
    },
  },
  refund: {
    goes: cut,
    columns: {
      id: 'internal',
      payment_id: 'internal',
      cents: ['personal', 'refunds[].cents'],
      reason: ['personal', 'refunds[].reason'],
      state: ['personal', 'refunds[].state'],
      ref: 'internal',
      decided_at: ['personal', 'refunds[].decidedAt'],
      decided_by: 'internal',
    },
  },
  dispute: {
    goes: cut,
    columns: {
      ref: 'internal',
      payment_id: 'internal',
      cents: ['personal', 'disputes[].cents'],
      state: ['personal', 'disputes[].state'],
      opened_at: ['personal', 'disputes[].openedAt'],
      due_at: 'internal',
    },
  },
  provider_cursor: {
    goes: 'stays: it is about nobody',
    columns: { provider_account: 'internal', kind: 'internal', at: 'internal' },
  },
  provider_identity: {
    goes: 'stays: it is about nobody',
    columns: { key_hash: 'internal', account: 'internal' },
  },
  sandbox_object: {
    goes: rehearsed,
    columns: { id: 'internal', version: 'internal', data: 'personal' },
  },
  membership: {
    goes: 'is kept with the books, without the account',
    columns: {
      id: ['internal', 'memberships[].id'],
      account_id: 'internal',
      provider_account: ['internal', 'memberships[].providerAccount'],
      payer_id: 'internal',
      payment_id: ['internal', 'memberships[].paymentId'],
      subscription_ref: 'internal',
      cents: ['personal', 'memberships[].cents'],
      next_cents: ['personal', 'memberships[].nextCents'],
      created_at: ['personal', 'memberships[].createdAt'],
      is_settling: ['personal', 'memberships[].isSettling'],
      first_paid_at: ['personal', 'memberships[].firstPaidAt'],
      paid_until: ['personal', 'memberships[].paidUntil'],
      failing_since: ['personal', 'memberships[].failingSince'],
      open_invoice: 'internal',
      cancelled_at: ['personal', 'memberships[].cancelledAt'],
      cancels_at: ['personal', 'memberships[].cancelsAt'],
      paused_since: ['personal', 'memberships[].pausedSince'],
      ended_at: ['personal', 'memberships[].endedAt'],
      cause: ['personal', 'memberships[].cause'],
      had_rights: 'internal',
    },
  },
  membership_pause: {
    goes: 'is kept with the books, without the account',
    columns: {
      membership_id: 'internal',
      since: ['personal', 'memberships[].pauses[].since'],
      until: ['personal', 'memberships[].pauses[].until'],
    },
  },
  dunning_mail: {
    goes: 'after the time in the table of retention; an invoice leads to the payment provider only',
    columns: { invoice: 'internal', step: 'internal', at: 'internal' },
  },
  declaration: {
    goes: 'is kept for the time in the table of retention, without the account',
    columns: {
      id: ['internal', 'declarations[].id'],
      kind: ['personal', 'declarations[].kind'],
      fields: ['personal', 'declarations[].fields'],
      received_at: ['personal', 'declarations[].receivedAt'],
      account_id: 'internal',
      state: ['internal', 'declarations[].state'],
      token_hash: 'secret',
      membership_id: 'internal',
      done_at: ['internal', 'declarations[].doneAt'],
    },
  },
  place: {
    goes: 'with the account',
    columns: {
      id: 'internal',
      account_id: 'internal',
      kind: ['personal', 'places[].kind'],
      provider_account: 'internal',
      begins_at: ['personal', 'places[].beginsAt'],
      ends_at: ['personal', 'places[].endsAt'],
      reminded_at: 'internal',
      closed_at: 'internal',
    },
  },
  former_trial: {
    goes: 'three years after the deletion of the account',
    columns: { hash: 'secret', at: 'internal' },
  },
  place_queue: {
    goes: 'with the account',
    columns: { account_id: 'internal', since: ['personal', 'placeAskedFor'] },
  },
};
