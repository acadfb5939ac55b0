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
      number: ['internal', 'receipts[].number'],
      entry_seq: 'internal',
      at: ['personal', 'receipts[].at'],
      payment_id: 'internal',
      purpose: ['personal', 'receipts[].purpose'],
      gross_cents: ['personal', 'receipts[].gross'],
      vat_cents: ['personal', 'receipts[].vat'],
      vat_country: ['personal', 'receipts[].vatCountry'],
      vat_basis_points: ['personal', 'receipts[].vatBasisPoints'],
      corrects: ['internal', 'receipts[].corrects'],
      issuer: ['public', 'receipts[].issuer'],
      addressee: ['personal', 'receipts[].addressee'],
    },
  },
  books_check: {
    goes: 'when the books are checked again',
    columns: { at: 'internal', faults: 'internal', first: 'internal', sums: 'internal' },
  },
  published_figures: {
    goes: 'when the figures are counted again',
    columns: { provider_account: 'internal', month: 'public', at: 'internal', figures: 'public' },
  },
  posting: {
    goes: 'with its entry',
    columns: { entry_seq: 'internal', account: 'internal', cents: 'internal' },
  },
};
