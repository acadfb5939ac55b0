import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Accident, startStandInServer } from '@unspoken/stripe-stand-in/server';
import { testMethods } from '@unspoken/stripe-stand-in/test-methods';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import pg from 'pg';

const accidentKinds: readonly Accident[] = ['line cut', 'bad gateway', 'bad gateway', 'refused'];
const webhookSecret = 'whsec_chaos';
/** How long everything may take to come to rest once nothing goes wrong any more, ms. */
const patience = 90_000;
/** It goes on, however slow the machine is, until so many processes were killed. */
const leastKills = 5;
/** How often everything has to be right in a row, a second apart. */
const looks = 4;

export interface PaymentChaosReport {
  readonly paid: number;
  readonly withdrawn: number;
  readonly kills: number;
  readonly accidents: number;
  /** A sentence for each promise that was broken. */
  readonly wrong: readonly string[];
}

/** Somebody who pays at one process after another, and withdraws; each form is sent until it is answered. */
class Payer {
  readonly accountId: string;
  readonly #token: string;
  readonly #origin: () => string;
  isWithdrawn = false;
  constructor({ accountId, token }: { accountId: string; token: string }, origin: () => string) {
    this.accountId = accountId;
    this.#token = token;
    this.#origin = origin;
  }

  /** Sends a form until it is answered: the answer, or the code of what was refused. */
  async send(path: string, body: object): Promise<{ client_secret?: string; error?: string }> {
    for (;;) {
      const answer = await fetch(`${this.#origin()}/api/v1/${path}`, {
        ...{ method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(15_000) },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      }).catch(() => undefined);
      if (answer && answer.status < 500) return (await answer.json()) as { client_secret?: string; error?: string };
      await wait(200 + Math.random() * 600);
    }
  }

  join(): Promise<{ client_secret?: string; error?: string }> {
    return this.send('payments/create', {
      ...{ paymentType: 'subscription', amount: 700, email: 'bill@example.org', first_name: 'Ada', last_name: 'Example' },
      ...{ postal_code: '10115', country: 'DE', attemptID: randomUUID() },
    });
  }
}

/** People pay and withdraw over three processes, which are killed one after another, while the provider goes away and loses answers. */
export async function runPayments({ people, span }: { people: number; span: number }): Promise<PaymentChaosReport> {
  let installation: Installation | undefined;
  let [isHealed, accidents, kills] = [false, 0, 0];
  const accident = (): Accident | undefined => {
    if (isHealed || Math.random() > 0.2) return undefined;
    accidents++;
    return accidentKinds[Math.floor(Math.random() * accidentKinds.length)];
  };
  const anyOrigin = () => {
    const nodes = installation?.nodes ?? [];
    return nodes[Math.floor(Math.random() * nodes.length)]?.origin ?? '';
  };
  const webhooks = () => (Math.random() < 0.2 ? undefined : `${anyOrigin()}/api/v1/payments/webhook`);
  const provider = await startStandInServer({ now: Date.now, webhooks, webhookSecret, accident });
  const database = { pool: undefined as pg.Pool | undefined };
  try {
    installation = await Installation.start(3, {
      ...{ STRIPE_SECRET_KEY: 'sk_test_chaos', STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos', STRIPE_API_URL: provider.url },
      ...{ STRIPE_WEBHOOK_SECRETS: webhookSecret },
      DURATIONS: JSON.stringify({ catchUp: 500, membershipDue: 500 }),
    });
    const pool = new pg.Pool({ connectionString: installation.databaseUrl });
    pool.on('error', () => {});
    database.pool = pool;
    const query = async (sql: string) => (await pool.query(sql)).rows as Record<string, unknown>[];
    const until = Date.now() + span;
    const isOver = () => Date.now() >= until && kills >= leastKills;
    const payers = (await enrol(pool, people)).map((member) => new Payer(member, anyOrigin));
    const lives = payers.map(async (payer, i) => {
      while (!isOver() && !payer.isWithdrawn) {
        const { client_secret: secret } = await payer.join();
        const intent = provider.state.all('payment_intent').find(({ client_secret }) => client_secret === secret);
        if (intent && intent.status !== 'succeeded')
          await provider
            .act((engine) => engine.confirm(intent.client_secret ?? '', engine.method(testMethods.visa)))
            .catch(() => {});
        await wait(Math.random() * 4_000);
        // Half of them take it back, whatever the provider does.
        if (i % 2 === 0 && (await payer.send('subscription/withdraw', {})).error === undefined) payer.isWithdrawn = true;
      }
    });
    const faults = (async () => {
      while (!isOver()) {
        await wait(2_000 + Math.random() * 2_000);
        const node = installation?.nodes[kills % 3];
        await node?.signal('SIGKILL');
        kills++;
        if (kills % 3 === 0) {
          await provider.goAway();
          await wait(3_000);
          await provider.comeBack();
        }
        await node?.start();
      }
    })();
    await Promise.all([...lives, faults]);
    isHealed = true;
    const wrong = await atRest(query, provider.state, payers);
    const paid = provider.state.all('charge').filter(({ status }) => status === 'succeeded').length;
    return { paid, withdrawn: payers.filter(({ isWithdrawn }) => isWithdrawn).length, kills, accidents, wrong };
  } finally {
    await database.pool?.end();
    await installation?.stop();
    await provider.close();
  }
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>;
type ProviderState = Awaited<ReturnType<typeof startStandInServer>>['state'];

/** What is wrong once there has been time for everything to be done. */
async function atRest(query: Query, state: ProviderState, payers: readonly Payer[]): Promise<string[]> {
  const end = Date.now() + patience;
  let wrong: string[] = [];
  let [clean, last] = [0, ''];
  while (clean < looks && Date.now() < end) {
    await wait(1_000);
    wrong = await broken(query, state, payers);
    const [requests] = await query('select max(seq)::text as last from provider_request');
    const isQuiet = wrong.length === 0 && last === String(requests?.last);
    clean = isQuiet ? clean + 1 : 0;
    last = String(requests?.last);
  }
  return clean < looks && wrong.length === 0 ? ['requests are accepted again and again'] : wrong;
}

async function broken(query: Query, state: ProviderState, payers: readonly Payer[]): Promise<string[]> {
  const wrong: string[] = [];
  const expectNone = async (what: string, sql: string) => {
    const found = await query(sql);
    if (found.length > 0) wrong.push(`${found.length} ${what}`);
  };
  await expectNone('requests are lost', 'select 1 from provider_request where done_at is null');
  await expectNone('refunds are not given', "select 1 from refund where state <> 'done'");
  const [{ cents } = {}] = await query("select coalesce(sum(cents), 0)::int as cents from posting where account = 'provider'");
  const balance = state.all('balance_transaction').reduce((sum, { net }) => sum + net, 0);
  if (cents !== balance) wrong.push(`${cents} cents are booked, and ${balance} are there`);
  const starts = [...state.all('subscription')].map(({ metadata }) => metadata.paymentRecordId);
  if (new Set(starts).size < starts.length) wrong.push('a payment was started twice');
  const living = state.all('subscription').filter(({ status }) => status === 'active');
  if (new Set(living.map(({ customer }) => customer)).size < living.length) wrong.push('somebody has two subscriptions');
  const owners = new Map(
    (await query('select p.customer_ref, a.account_id from payer p join payer_account a on a.payer_id = p.id')).map((row) => [
      row.account_id,
      row.customer_ref,
    ]),
  );
  const known = new Set(
    (await query('select subscription_ref from membership where ended_at is null and first_paid_at is not null')).map(
      (row) => row.subscription_ref,
    ),
  );
  for (const { id } of living) if (!known.has(id)) wrong.push('somebody has paid, and is no member');
  if (known.size !== living.length) wrong.push(`${known.size} members, and ${living.length} subscriptions`);
  for (const { accountId, isWithdrawn } of payers) {
    if (!isWithdrawn) continue;
    const own = state
      .all('charge')
      .filter(({ customer, status }) => customer === owners.get(accountId) && status === 'succeeded');
    if (own.some(({ refunded }) => !refunded)) wrong.push('what was withdrawn from was not given back');
    if (living.some(({ customer }) => customer === owners.get(accountId))) wrong.push('what was withdrawn from goes on');
  }
  return wrong;
}
