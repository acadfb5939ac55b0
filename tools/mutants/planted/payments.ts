import type { Bug } from '../bug.ts';

const payments = 'apps/server/src/payments';
const membership = 'apps/server/src/membership';
const signals = { suite: `${payments}/signals.integration.test.ts` };
const paying = { suite: `${membership}/paying.integration.test.ts` };
const ending = { suite: `${membership}/ending.integration.test.ts` };
const adapter = { file: `${payments}/stripe.ts`, suite: `${payments}/stripe.test.ts` };

/** Payments and memberships. */
export const paid: readonly Bug[] = [
  {
    name: 'an older read wins',
    file: `${payments}/store.ts`,
    from: '.where(and(eq(payer.id, payerId), lt(payer.writtenSeq, seq)))',
    to: '.where(eq(payer.id, payerId))',
    ...{ ...signals, test: '[PAY-6] a read' },
  },
  {
    name: 'a read is numbered when it ends',
    file: `${payments}/reading.ts`,
    from: '    const seq = await store.nextRead(payerId);\n    const subscriptions = await provider.subscriptions(customerRef);',
    to: '    const subscriptions = await provider.subscriptions(customerRef);\n    const seq = await store.nextRead(payerId);',
    suite: `${payments}/reading.test.ts`,
  },
  {
    name: 'the key of a payment changes with each try',
    file: `${payments}/service.ts`,
    from: 'const key = `payment:${payment.id}`;',
    to: 'const key = `payment:${this.#options.random.id()}`;',
    ...{ ...signals, test: '[PAY-8] [PAY-10] an answer' },
  },
  {
    name: 'a payment is started again although its key may be forgotten',
    file: `${payments}/service.ts`,
    from: 'const isYoung = clock.now() - payment.createdAt.getTime() < firstRequest;',
    to: 'const isYoung = true;',
    ...{ ...signals, test: '[PAY-10] after a day' },
  },
  {
    name: 'a new price is another item',
    file: adapter.file,
    from: '{ items: [{ id: itemRef, price_data }],',
    to: '{ items: [{ price_data }],',
    suite: adapter.suite,
  },
  {
    name: 'a webhook from the future is taken',
    file: adapter.file,
    from: 'if (!(sent - receivedAt <= tolerance * 1_000)) return undefined;',
    to: '',
    suite: adapter.suite,
  },
  {
    name: 'a webhook of the other mode is taken',
    file: adapter.file,
    from: 'return event.livemode === isLive(this.#options.secretKey) ? signalRead(event as never) : undefined;',
    to: 'return signalRead(event as never);',
    suite: adapter.suite,
  },
  {
    name: 'a key that the provider refuses counts as a refused request',
    file: 'apps/server/src/payments/stripe-errors.ts',
    from: 'const isRefused = status >= 400 && status < 500 && ![401, 403, 409, 429].includes(status);',
    to: 'const isRefused = status >= 400 && status < 500;',
    suite: adapter.suite,
  },
  {
    name: 'a membership that was paid in the meantime is replaced',
    file: `${membership}/subscriptions.ts`,
    from: "if (row?.firstPaidAt !== null || row.isSettling) throw new AppError('membership_exists');",
    to: '',
    ...{ ...paying, test: '[MEM-14]' },
  },
  {
    name: 'the predecessor of a membership is not ended',
    file: `${membership}/subscriptions.ts`,
    from: "await payments.ask((provider) => provider.end(payment.subscriptionRef ?? '', `replace:${id}`));",
    to: '',
    ...{ ...paying, test: '[MEM-14]' },
  },
  {
    name: 'a bounced debit leaves its subscription running',
    file: `${membership}/applying.ts`,
    from: "if (hasBounced(row, now, read) || (await payments.hasBounced(tx, read.ref))) return this.end(tx, now, 'bounced');",
    to: '',
    ...{ ...paying, test: '[MEM-15]' },
  },
  {
    name: 'what is charged after a cancellation is kept',
    file: `${membership}/due.ts`,
    from: "if (row.cancelsAt !== null && now >= row.cancelsAt.getTime()) return applying.end(tx, row, 'cancelled', row.cancelsAt);",
    to: '',
    ...{ ...paying, test: '[MEM-16]' },
  },
  {
    name: 'grace counts from the last failure',
    file: `${membership}/applying.ts`,
    from: 'failingSince: isFailing ? (row.failingSince ?? invoice?.createdAt ?? new Date(now)) : null,',
    to: 'failingSince: isFailing ? new Date(now) : null,',
    ...{ ...ending, test: '[MEM-18]' },
  },
  {
    name: 'a membership that is not paid is never ended',
    file: `${membership}/due.ts`,
    from: "if (row.failingSince !== null && now >= row.failingSince.getTime() + grace) return applying.end(tx, row, 'unpaid');",
    to: '',
    ...{ ...ending, test: '[MEM-18]' },
  },
  {
    name: 'a suspended member is charged',
    file: `${membership}/due.ts`,
    from: 'if (isSuspended === (row.pausedSince !== null) || row.subscriptionRef === null || row.firstPaidAt === null) return;',
    to: 'return;',
    ...{ ...ending, test: '[MEM-22]' },
  },
  {
    name: 'a suspended member keeps their rights',
    file: `${membership}/chart.ts`,
    from: "if (isSuspended && isLive(state)) return { state: 'paused', hasRights: false };",
    to: "if (isSuspended && isLive(state)) return { state: 'paused', hasRights: true };",
    suite: `${membership}/chart.test.ts`,
  },
  {
    name: 'deleting an account leaves its subscription running',
    file: `${membership}/personal-records.ts`,
    from: "for (const row of await rows.liveOf(tx, accountId)) await applying.end(tx, row, 'deleted');",
    to: '',
    ...{ ...ending, test: '[MEM-23]' },
  },
  {
    name: 'erasing an account leaves its name and address at the provider',
    file: `${payments}/service.ts`,
    from: "if (customerRef !== null) await this.accept(tx, id, 'forget customer', customerRef);",
    to: 'void [id, customerRef];',
    ...{ ...ending, test: '[MEM-23]' },
  },
  {
    name: 'a refund is decided twice',
    file: `${payments}/refunds.ts`,
    from: 'const given = Math.min(cents, owed) - (await refunds.refunded(tx, id));',
    to: 'const given = Math.min(cents, owed);',
    ...{ ...ending, test: '[MEM-19]' },
  },
  {
    name: 'a dispute leaves the membership running',
    file: `${membership}/applying.ts`,
    from: "if (await isDisputed(tx, read.ref)) return this.end(tx, now, 'disputed');",
    to: '',
    ...{ ...ending, test: '[MEM-24]' },
  },
  {
    name: 'a trial that was begun at the provider gives no rights',
    file: `${membership}/applying.ts`,
    from: "(status === 'active' || status === 'trialing')",
    to: "status === 'active'",
    suite: `${payments}/signals.integration.test.ts`,
    test: '[MEM-3]',
  },
  {
    name: 'a webhook of 256 kB is refused',
    file: `${payments}/routes.ts`,
    from: 'const largestWebhook = 256_000;',
    to: 'const largestWebhook = 255_999;',
    suite: `${payments}/signals.integration.test.ts`,
    test: '[PAY-4]',
  },
  {
    name: 'the end of a trial is mailed an hour earlier than three days before',
    file: `${membership}/places.ts`,
    from: 'const trialReminder = 3 * day;',
    to: 'const trialReminder = 73 * 3_600_000;',
    suite: `${membership}/places.integration.test.ts`,
    test: '[MEM-33] a trial is begun once',
  },
  {
    name: 'the labels of the order button count as confirmed by counsel',
    file: 'apps/server/src/books/seller.ts',
    from: "marked ?? (['fr', 'it', 'es', 'pt'] as const)",
    to: 'marked ?? []',
    suite: 'apps/server/src/commands/doctor.integration.test.ts',
    test: '[MEM-35]',
  },
];
