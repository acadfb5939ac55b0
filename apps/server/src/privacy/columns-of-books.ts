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
  posting: {
    goes: 'with its entry',
    columns: { entry_seq: 'internal', account: 'internal', cents: 'internal' },
  },
};
