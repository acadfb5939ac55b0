import type { TableClasses } from './column-classes.ts';

const retained = 'after the time in the table of retention; its ids lead nowhere any more';

/** The tables of the books. */
export const bookTables: Readonly<Record<string, TableClasses>> = {
  entry: {
    goes: retained,
    columns: {
      seq: 'internal',
      at: 'internal',
      provider_account: 'internal',
      kind: 'internal',
      movement_ref: 'internal',
      payment_id: 'internal',
    },
  },
  receipt: {
    goes: 'after the time in the table of retention; the law asks that it is kept as it was issued',
    columns: {
      provider_account: 'internal',
      year: 'internal',
      number: 'internal',
      entry_seq: 'internal',
      at: 'internal',
      payment_id: 'internal',
      purpose: 'internal',
      gross_cents: 'personal',
      vat_cents: 'internal',
      vat_country: 'internal',
      vat_basis_points: 'internal',
      corrects: 'internal',
      issuer: 'public',
      addressee: 'personal',
    },
  },
  posting: {
    goes: 'with its entry',
    columns: { entry_seq: 'internal', account: 'internal', cents: 'internal' },
  },
};
