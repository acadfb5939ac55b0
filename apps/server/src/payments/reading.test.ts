import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProviderAccount } from './account.ts';
import type { PaymentProvider, SubscriptionRead } from './provider.ts';
import { Reading } from './reading.ts';
import type { PaymentStore } from './store.ts';

const at = new Date(0);
const snapshot = (version: number): SubscriptionRead => ({
  ...{ ref: 'sub', paymentRecordId: 'payment', status: 'active', itemRef: 'si', cents: version, createdAt: at },
  ...{ periodEndsAt: at, cancelsAtPeriodEnd: false, endedAt: undefined, isPaused: false, invoice: undefined },
});

/** Reading over a provider and records in memory. Each request to the provider is answered when the test says so. */
function bed() {
  const waiting: (() => void)[] = [];
  let [present, read, written] = [0, 0, 0];
  const stored: number[] = [];
  const provider = {
    subscriptions: () => {
      const now = present;
      return new Promise<SubscriptionRead[]>((resolve) => waiting.push(() => resolve([snapshot(now)])));
    },
  } as unknown as PaymentProvider;
  const store = {
    payer: async () => ({ id: 'payer', providerAccount: 'sandbox', customerRef: 'cus', readSeq: read, writtenSeq: written }),
    nextRead: async () => ++read,
    payments: async () => [],
    transaction: async (run: (tx: never) => Promise<unknown>) => run(undefined as never),
    mayWrite: async (_tx: unknown, _payer: string, seq: number) => {
      if (seq <= written) return false;
      written = seq;
      return true;
    },
  } as unknown as PaymentStore;
  const account = { open: async () => ({ provider, account: 'sandbox' }) } as unknown as ProviderAccount;
  const reading = new Reading({ store, provider: account, clock: { now: () => 0 }, random: { id: () => 'id' } });
  reading.subscribe(async (_tx, _payer, [subscription]) => {
    stored.push(subscription?.cents ?? -1);
    return undefined;
  });
  return {
    ...{ reading, waiting, stored },
    change() {
      present += 1;
    },
    get present() {
      return present;
    },
  };
}
const turns = async (count = 8) => {
  for (let i = 0; i < count; i++) await undefined;
};

/** What happens next: something at the provider, a signal of it here (once more, or for the first time), or an answer arrives. */
const step = fc.oneof(
  fc.constant({ does: 'change' } as const),
  fc.constant({ does: 'signal' } as const),
  fc.nat(20).map((which) => ({ does: 'answer', which }) as const),
);

test('[PAY-6] [PAY-7] in 100,000 orders of changes, signals and answers, what is stored never goes back and ends as the provider has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.array(fc.nat(20), { maxLength: 14 }), async (steps, rest) => {
      const it = bed();
      const reads: Promise<void>[] = [];
      const answer = async (which: number) => {
        const [resolve] = it.waiting.splice(which % Math.max(1, it.waiting.length), 1);
        resolve?.();
        await turns();
      };
      for (const each of steps) {
        if (each.does === 'change') it.change();
        else if (each.does === 'signal') reads.push(it.reading.read('payer'));
        else await answer(each.which);
        await turns(3);
      }
      // Every change is signalled in the end.
      reads.push(it.reading.read('payer'));
      await turns();
      for (const which of rest) await answer(which);
      while (it.waiting.length > 0) await answer(0);
      await Promise.all(reads);
      expect(it.stored.at(-1)).toBe(it.present);
      expect(it.stored).toEqual(it.stored.toSorted((a, b) => a - b));
    }),
    { numRuns: 100_000 },
  );
}, 180_000);
