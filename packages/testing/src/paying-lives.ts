import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type payingWorld, soon } from './paying.ts';
import { changeAtProvider } from './rehearsed-provider.ts';
import { type Member, password } from './world.ts';

type PayingWorld = Awaited<ReturnType<typeof payingWorld>>;

const joining = fc.record({
  kind: fc.constant('join' as const),
  cents: fc.integer({ min: 500, max: 3_000 }),
  method: fc.constantFrom('visa', 'visaGermany', 'authenticatesOnce', 'declines', 'debit', 'debitBounces', 'disputes'),
});
const acting = fc.record({
  kind: fc.constantFrom(
    ...([
      'cancel',
      'cancel',
      'resume',
      'withdraw',
      'price',
      'recover',
      'fail',
      'fail',
      'fail',
      'mend',
      'suspend',
      'suspend',
    ] as const),
    ...(['suspend', 'declare', 'donate', 'delete'] as const),
  ),
  cents: fc.integer({ min: 500, max: 3_000 }),
  method: fc.constant('visa'),
});
export type Act = { readonly kind: string; readonly cents: number; readonly method: string };
type Life = readonly { readonly day: number; readonly act: Act }[];

/** What people do on each day, and on which days the provider is away; the same for the same seed. */
export function livesOf(seed: number, { people, days }: { people: number; days: number }) {
  const at = fc.integer({ min: 0, max: days - 1 });
  const life = fc
    .tuple(
      fc.record({ day: at, act: joining }),
      fc.array(fc.record({ day: at, act: fc.oneof(joining, acting, acting, acting) }), { maxLength: 12 }),
    )
    .map(([first, more]): Life => [first, ...more].toSorted((a, b) => a.day - b.day));
  const [plan] = fc.sample(
    fc.record({ lives: fc.array(life, { minLength: people, maxLength: people }), away: fc.uniqueArray(at, { maxLength: 8 }) }),
    { seed, numRuns: 1 },
  );
  return plan as { readonly lives: readonly Life[]; readonly away: readonly number[] };
}

/** Whether the provider answers, and whether answers get lost after a request has been executed. */
export interface Weather {
  isAway: boolean;
  losesEvery: number;
}

/** Lives people day by day in a world whose payments are rehearsed. What the product has answered that it should not have. */
export async function live(paying: PayingWorld, weather: Weather, { lives, away }: ReturnType<typeof livesOf>, days: number) {
  const { world, it } = paying;
  const wrong: string[] = [];
  const members: (Member | undefined)[] = [];
  for (const [i] of lives.entries()) members.push(await world.member(`Person ${i}`));
  for (let day = 0; day < days; day++) {
    weather.isAway = away.includes(day);
    world.advance(86_400_000);
    for (const [i, life] of lives.entries())
      for (const { act } of life.filter((each) => each.day === day)) {
        const member = members[i];
        if (!member) continue;
        const status = await perform(paying, await it.again(member), act);
        if (status >= 500 && status !== 503) wrong.push(`${act.kind} of person ${i} on day ${day} was answered ${status}`);
        if (act.kind === 'delete' && status === 200) members[i] = undefined;
      }
    if (weather.isAway) await new Promise((resume) => setTimeout(resume, 150));
    else await looked(paying);
  }
  Object.assign(weather, { isAway: false, losesEvery: 0 });
  for (let day = 0; day < 3; day++) {
    world.advance(86_400_000);
    await settled(paying);
  }
  return { wrong, members };
}

/** Waits until everything that the provider had was looked at, once the present look has ended. */
async function looked({ world }: PayingWorld): Promise<void> {
  const heard = async () =>
    Number((await world.query(`select extract(epoch from at) as at from provider_cursor where kind = 'heard'`))[0]?.at ?? 0);
  for (let looks = 0; looks < 2; looks++) {
    const before = await heard();
    await soon(async () => {
      if ((await heard()) <= before) throw new Error('the provider was not looked at again');
    });
  }
}

/** Waits until what is due in memberships has been done once more: passing on declarations that nobody has confirmed is the last of it. */
async function isDone({ world }: PayingWorld): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds++) {
    const id = randomUUID();
    await world.query(
      `insert into declaration (id, kind, fields, received_at, state) values ($1, 'withdrawal', '{}', '1970-01-01', 'awaiting')`,
      [id],
    );
    await soon(async () => {
      const [row] = await world.query('select state from declaration where id = $1', [id]);
      if (row?.state !== 'console') throw new Error('what is due has not been done');
    });
    await world.query('delete from declaration where id = $1', [id]);
  }
}

/** Waits until nothing is left to be done, at the provider and in the mail. */
async function settled(paying: PayingWorld): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds++) {
    await looked(paying);
    await isDone(paying);
    await soon(async () => {
      const [row] = await paying.world.query(
        `select (select count(*) from provider_request where done_at is null) + (select count(*) from provider_event where applied_at is null)
          + (select count(*) from refund where state = 'due')
          + (select count(*) from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')) as left`,
      );
      if (Number(row?.left) > 0) throw new Error(`${row?.left} things are left to be done`);
    });
  }
}

/** The status that the product answered last. */
async function perform({ world, it }: PayingWorld, member: Member, { kind, cents, method }: Act): Promise<number> {
  const post = async (path: string, body: object = {}) => (await it.post(path, member, body)).status;
  const behave = (outcome: string) =>
    changeAtProvider(
      world.query,
      `data = data || jsonb_build_object('present', $1::text, 'absent', $1::text)`,
      `data->>'object' = 'behaviour' and data->>'id' in (
         select 'behaviour_' || (m.data->>'id') from sandbox_object m join payer p on p.customer_ref = m.data->>'customer'
           join payer_account a on a.payer_id = p.id where m.data->>'object' = 'payment_method' and a.account_id = $2)`,
      [outcome, member.userId],
    );
  const pay = async (begun: Awaited<ReturnType<typeof it.create>>): Promise<number> => {
    if (begun.status !== 200) return begun.status;
    const { client_secret, paymentRecordId } = begun.body;
    const { status } = await it.rehearse(member, client_secret, method);
    if (status === 'requires_action') await it.post('payments/rehearse', member, { client_secret, confirmed: true });
    return (await it.get(`payments/status?paymentRecordId=${paymentRecordId}`, member)).status;
  };
  switch (kind) {
    case 'join':
      return pay(await it.create(member, cents));
    case 'donate':
      return pay(await it.create(member, cents, { paymentType: 'donation', purpose: cents % 2 === 0 ? 'places' : 'donation' }));
    case 'price':
      return post('subscription/updateprice', { amount: cents });
    case 'recover': {
      const { status, body } = await it.post('subscription/recover', member);
      if (status !== 200) return status;
      const { client_secret } = await it.status(member, body.paymentRecordId);
      if (client_secret) await it.rehearse(member, client_secret, 'visa');
      return 200;
    }
    case 'fail':
    case 'mend':
      await behave(kind === 'fail' ? 'declines' : 'succeeds');
      return 200;
    case 'suspend':
      await world.query(
        `insert into act (id, at, kind, subject, until) values (gen_random_uuid(), $2::timestamptz, 'suspended', $1, $2::timestamptz + interval '9 days')`,
        [member.userId, world.now()],
      );
      return 200;
    case 'declare': {
      const declared = { kind: 'cancellation', name: 'Somebody', contract: 'Membership', email: member.email };
      return (await it.post('membership/declarations', member, declared)).status;
    }
    case 'delete':
      return (await world.call('/api/v1/account/deleteaccount', { token: member.token, body: { password } })).status;
    default:
      return post(`subscription/${kind}`);
  }
}
