import type { MovementRead } from '@unspoken/server/payments/provider';
import type { PaymentProcess } from './process.ts';
import { tax } from './process.ts';
import type { Surroundings } from './surroundings.ts';

interface Planted {
  /** One of them must be found broken. */
  readonly promises: readonly string[];
  /** Breaks what the processes share. */
  readonly inTables?: (world: Surroundings) => void;
  /** Breaks a part of one process. */
  readonly inProcess?: (process: PaymentProcess, world: Surroundings) => void;
}

const month = 30 * 86_400_000;

/** Books what the provider's movements become by this. */
const moved = (change: (movements: MovementRead[], world: Surroundings) => MovementRead[]) => {
  return ({ provider }: PaymentProcess, world: Surroundings): void => {
    const movementsSince = provider.movementsSince.bind(provider);
    provider.movementsSince = async (at) => change(await movementsSince(at), world);
  };
};

/**
 * Bugs put in on purpose, one at a time, to prove that the simulation of payments finds them: each breaks one real part.
 * Source: requirements/membership 15.
 */
const planted = {
  'what a webhook says is believed': {
    promises: ['MEM-16', 'MEM-3', 'MEM-18', 'PAY-7'],
    inProcess({ payments: { signals } }, { tables, time }) {
      const receive = signals.receive.bind(signals);
      signals.receive = async (payload, signature) => {
        if (!(await receive(payload, signature))) return false;
        const { data } = JSON.parse(payload.toString());
        const row = tables.rows.rows.find(({ subscriptionRef }) => subscriptionRef === data.object.id);
        const cancelsAt = data.object.cancel_at_period_end ? (row?.paidUntil ?? null) : null;
        const failingSince = data.object.status === 'past_due' ? (row?.failingSince ?? new Date(time.now())) : null;
        if (row?.endedAt === null) tables.rows.rows.update(row.id, { cancelsAt, failingSince });
        return true;
      };
    },
  },
  'an older read wins': {
    promises: ['PAY-7', 'MEM-3', 'MEM-16', 'MEM-17', 'MEM-18', 'MEM-22'],
    inTables({ tables: { payments } }) {
      payments.mayWrite = async () => true;
    },
  },
  'a key is that of the try': {
    promises: ['PAY-10', 'MEM-13'],
    inProcess({ provider }, { id }) {
      for (const start of ['startSubscription', 'startDonation'] as const) {
        const really = provider[start].bind(provider);
        provider[start] = (of, key) => really(of, key + id());
      }
    },
  },
  'a declined payment is begun again beside the first': {
    promises: ['no fault', 'MEM-13'],
    inTables({ tables: { rows } }) {
      const live = rows.live.bind(rows);
      rows.live = async (...of) => {
        const row = await live(...of);
        return row?.firstPaidAt === null && !row.isSettling ? undefined : row;
      };
    },
  },
  'a new price is one more item': {
    promises: ['MEM-17', 'PAY-7'],
    inProcess({ provider }) {
      const changePrice = provider.changePrice.bind(provider);
      provider.changePrice = ({ ref }, cents, key) => changePrice({ ref } as never, cents, key);
    },
  },
  'a cancellation is lost while the provider is away': {
    promises: ['MEM-16'],
    inTables: ({ tables: { payments }, outside }) => {
      const addRequest = payments.addRequest.bind(payments);
      payments.addRequest = async (tx, row) => {
        if (row.kind !== 'cancel' || !outside.weather.isAway) await addRequest(tx, row);
      };
    },
  },
  'what another process has done counts as taken back': {
    promises: ['MEM-16', 'PAY-7'],
    inTables: ({ tables: { payments } }) => {
      payments.requestState = async (id) => (payments.requests.get(id)?.doneAt === null ? 'open' : 'taken back');
    },
  },
  'a deletion leaves the membership running': {
    promises: ['MEM-23', 'PAY-14'],
    inTables({ tables: { rows } }) {
      rows.liveOf = async () => [];
    },
  },
  'a suspended member is collected from': {
    promises: ['MEM-22', 'PAY-14'],
    inTables({ tables: { payments } }) {
      const addRequest = payments.addRequest.bind(payments);
      payments.addRequest = async (tx, row) => {
        if (row.kind !== 'pause') await addRequest(tx, row);
      };
    },
  },
  'a pause is not noted': {
    promises: ['MEM-34', 'PAY-14'],
    inTables({ tables: { rows } }) {
      rows.addPause = async () => {};
    },
  },
  'grace counts from the last failure': {
    promises: ['MEM-18'],
    inTables({ tables: { rows }, time }) {
      const change = rows.change.bind(rows);
      rows.change = (tx, id, fields) =>
        change(tx, id, fields.failingSince ? { ...fields, failingSince: new Date(time.now()) } : fields);
    },
  },
  'the browser says what was paid': {
    promises: ['MEM-3'],
    inProcess({ payments: { payments } }, { tables: { rows }, time }) {
      const status = payments.status.bind(payments);
      payments.status = async (accountId, id) => {
        const row = rows.rows.find(({ paymentId, endedAt }) => paymentId === id && endedAt === null);
        const paid = { firstPaidAt: new Date(time.now()), paidUntil: new Date(time.now() + month) };
        if (row?.firstPaidAt === null) rows.rows.update(row.id, paid);
        return status(accountId, id);
      };
    },
  },
  'a predecessor is not awaited': {
    promises: ['MEM-13'],
    inProcess({ provider }) {
      const end = provider.end.bind(provider);
      provider.end = async (ref, key) => {
        if (!key.startsWith('replace:')) await end(ref, key);
      };
    },
  },
  'a refund is given twice': {
    promises: ['no fault', 'PAY-8', 'PAY-14'],
    inProcess({ provider }, { id }) {
      const refund = provider.refund.bind(provider);
      provider.refund = (of, key) => refund(of, key + id());
      provider.refundsOf = async () => new Map();
    },
  },
  'what was given back does not count': {
    promises: ['PAY-14', 'no fault'],
    inTables({ tables: { refunds } }) {
      refunds.refunded = async () => 0;
    },
  },
  'a fee is not booked': {
    promises: ['MEM-26', 'no fault'],
    inProcess: moved((movements) => movements.map((each) => ({ ...each, feeCents: 0 }))),
  },
  'a lost dispute is booked twice': {
    promises: ['BOO-5', 'MEM-26', 'no fault'],
    inProcess: moved((movements, { outside }) => {
      const lost = outside.state.all('dispute').filter(({ status }) => status === 'lost');
      const taken = new Set(lost.flatMap(({ balance_transactions }) => balance_transactions.map(({ id }) => id)));
      return movements.flatMap((each) => (taken.has(each.ref) ? [each, { ...each, ref: `${each.ref} lost` }] : each));
    }),
  },
  'a payout that has failed is not booked back': {
    promises: ['BOO-5', 'MEM-26', 'no fault'],
    inProcess: moved((movements) => movements.filter(({ kind }) => kind !== 'payout failed')),
  },
  'tax is a share of the gross price': {
    promises: ['BOO-2'],
    inTables({ tables: { books } }) {
      const issue = books.issue.bind(books);
      books.issue = (tx, row) =>
        issue(tx, { ...row, vatCents: row.vatCents === 0 ? 0 : Math.round((row.grossCents * tax.basisPoints) / 10_000) });
    },
  },
  'two get one place': {
    promises: ['BOO-3', 'MEM-31'],
    inTables({ tables: { books } }) {
      const balances = books.balances.bind(books);
      books.balances = async (of, tx) => {
        const found = await balances(of);
        const places = found.get('places') ?? 0;
        return tx && places < 0 && places > -500 ? new Map(found).set('places', -500) : found;
      };
    },
  },
  'a try is free twice': {
    promises: ['MEM-2'],
    inTables({ tables: { tries } }) {
      tries.claimTry = async () => true;
    },
  },
  'a number is left out': {
    promises: ['BOO-10', 'no fault'],
    inTables({ tables: { books }, random }) {
      const { issued } = books;
      const insert = issued.insert.bind(issued);
      issued.insert = (row, tx) => insert(random.chance(0.02) ? { ...row, number: row.number + 1 } : row, tx);
    },
  },
  'modes are mixed': {
    promises: ['MEM-3'],
    inTables({ tables: { rows } }) {
      rows.live = async (of) => rows.rows.find(({ accountId, endedAt }) => accountId === of && endedAt === null);
    },
  },
  'a replayed webhook is taken': {
    promises: ['PAY-3'],
    inProcess({ provider }) {
      const signalIn = provider.signalIn.bind(provider);
      provider.signalIn = (payload, signature) => signalIn(payload, signature, Number(/t=(\d+)/.exec(signature)?.[1]) * 1_000);
    },
  },
  'a debit that is returned late is ignored': {
    promises: ['MEM-15'],
    inTables({ tables: { payments } }) {
      const changePayment = payments.changePayment.bind(payments);
      payments.changePayment = (tx, id, { bouncedAt: _, ...fields }) => changePayment(tx, id, fields);
    },
  },
  'declined attempts are not counted': {
    promises: ['PAY-15'],
    inTables({ tables: { payments } }) {
      payments.declines = async () => [];
    },
  },
  'a dispute changes nothing': {
    promises: ['MEM-24'],
    inTables({ tables: { refunds } }) {
      refunds.setDispute = async () => {};
    },
  },
  'a receipt is mailed with every look': {
    promises: ['PAY-13'],
    inTables({ tables: { books } }) {
      const issue = books.issue.bind(books);
      books.issue = async (tx, row) => {
        const receipt = await issue(tx, row);
        return receipt.number % 5 === 0 ? { ...receipt, number: receipt.number - 1 } : receipt;
      };
    },
  },
} as const satisfies Readonly<Record<string, Planted>>;

export type PaymentMutant = keyof typeof planted;
export const paymentMutants = Object.keys(planted) as readonly PaymentMutant[];
export const promisesOf = (mutant: PaymentMutant): readonly string[] => planted[mutant].promises;

/** Plants a bug in the tables of a world, or in one of its processes. */
export function plant(mutant: PaymentMutant | undefined, world: Surroundings, process?: PaymentProcess): void {
  const bug: Planted | undefined = mutant && planted[mutant];
  if (process) bug?.inProcess?.(process, world);
  else bug?.inTables?.(world);
}
