import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { payingOf } from '@unspoken/testing/paying';
import { startWorld } from '@unspoken/testing/world';
import Stripe from 'stripe';

/**
 * `npm run bench:webhooks -- --rate 200 --seconds 20`: how soon signed webhooks are answered while so many arrive each second, each of a
 * payer whose state is then read; beside the floor: the health check, asked at the same rate in the same rounds. Requests are sent when they
 * are due, whatever has become of the ones before. Source: requirements/membership, figures.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    payers: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '5' },
  },
});
const [rate, seconds, payers, rounds] = [values.rate, values.seconds, values.payers, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];

const secret = 'whsec_bench';
const world = await startWorld({ STRIPE_WEBHOOK_SECRETS: secret });
const it = payingOf(world);
for (let i = 0; i < payers; i++) await it.paying(`Payer ${i}`);
const customers = (await world.query('select customer_ref from payer')).map(({ customer_ref }) => customer_ref as string);
const stripe = new Stripe('sk_test_bench');

/** A webhook as it is sent, signed. */
function webhook(i: number): { body: string; headers: Record<string, string> } {
  const created = Math.floor(world.now().getTime() / 1_000);
  const object = { id: 'sub_1', object: 'subscription', customer: customers[i % customers.length], status: 'active' };
  const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'customer.subscription.updated', created, livemode: false };
  const body = JSON.stringify({ ...event, data: { object } });
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: created });
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
}

/** Sends requests at the rate, and returns how long each took from when it was due until its answer, ms, sorted. */
async function latencies(send: (i: number) => Promise<Response>): Promise<number[]> {
  const count = rate * seconds;
  const began = performance.now();
  const all: Promise<number>[] = [];
  for (let i = 0; i < count; i++) {
    const due = began + (i * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resume) => setTimeout(resume, wait));
    // A timer may be a little early.
    const from = Math.min(due, performance.now());
    all.push(
      send(i).then(async (response) => {
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`answered ${response.status}`);
        return performance.now() - from;
      }),
    );
  }
  return (await Promise.all(all)).toSorted((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const line = (name: string, sorted: readonly number[]) =>
  `${name}: p50 ${at(sorted, 0.5).toFixed(1)} ms, p95 ${at(sorted, 0.95).toFixed(1)} ms, p99 ${at(sorted, 0.99).toFixed(1)} ms, longest ${at(sorted, 1).toFixed(1)} ms\n`;

for (let round = 0; round < rounds; round++) {
  process.stdout.write(line('health check', await latencies(() => fetch(`${world.origin}/healthz`))));
  const sent = await latencies((i) => fetch(`${world.origin}/api/v1/payments/webhook`, { method: 'POST', ...webhook(i) }));
  process.stdout.write(line(`webhook, ${rate}/s`, sent));
}
const [{ stored }] = (await world.query('select count(*)::int as stored from provider_event')) as [{ stored: number }];
process.stdout.write(`${stored} signals are stored, ${rounds * rate * seconds} were sent\n`);
await world.close();
process.exit(0);
