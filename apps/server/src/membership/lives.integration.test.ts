import { moderatorOf } from '@unspoken/testing/moderation';
import { payingWorld } from '@unspoken/testing/paying';
import { live, livesOf, type Weather } from '@unspoken/testing/paying-lives';
import { expect, test } from 'vitest';

/**
 * People live with the product for some months, by a fresh seed each time, while the provider is away on some days and every seventh answer
 * to what changes something is lost. What must hold afterwards whatever they did is looked at in the database and at the provider.
 */
async function lifeTimes({ people, days }: { people: number; days: number }) {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  const weather: Weather = { isAway: false, losesEvery: 7 };
  let posts = 0;
  const lost = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const paying = await payingWorld(
    {},
    {
      rehearsalThrough(client) {
        const make = client.makeRequest.bind(client);
        client.makeRequest = async (...request) => {
          if (weather.isAway) throw lost();
          const answer = await make(...request);
          if (request[3] === 'POST' && weather.losesEvery > 0 && ++posts % weather.losesEvery === 0) throw lost();
          return answer;
        };
        return client;
      },
    },
  );
  const { world, it } = paying;
  try {
    const plan = livesOf(seed, { people, days });
    const { wrong, members } = await live(paying, weather, plan, days);
    expect(wrong, `SEED=${seed}`).toEqual([]);
    for (const [promise, sql] of Object.entries(promises)) expect(await world.query(sql), `${promise}, SEED=${seed}`).toEqual([]);
    const admin = await moderatorOf(world, 'Ada Administration', 'admin');
    const { faults, balances } = (await it.get('office/payments', admin)).body;
    expect(faults, `SEED=${seed}`).toEqual([]);
    const [engine] = await world.query(
      `select coalesce(sum((data->>'net')::bigint), 0)::int as cents from sandbox_object where data->>'object' = 'balance_transaction'`,
    );
    const booked = balances.find(({ account }: { account: string }) => account === 'provider')?.cents ?? 0;
    expect(booked, `the books have what the provider has, SEED=${seed}`).toBe(engine?.cents);
    const [{ paid }] = (await world.query(`select count(*)::int as paid from payment where paid_at is not null`)) as [
      { paid: number },
    ];
    expect(paid, 'somebody has paid').toBeGreaterThan(0);
    for (const member of members) {
      if (!member) continue;
      const { state, activeSubscription, place } = await it.subscription(await it.again(member));
      const isOpen =
        ['settling', 'active', 'ending', 'actionRequired'].includes(state) || (place.kind !== null && state !== 'paused');
      expect(activeSubscription, `rights as charted, SEED=${seed}`).toBe(isOpen);
    }
  } finally {
    await world.close();
  }
}

/** What must find nothing. */
const promises = {
  'at most one subscription of a customer lives': `
    select data->>'customer' from sandbox_object where data->>'object' = 'subscription'
      and data->>'status' not in ('canceled', 'incomplete_expired', 'incomplete') group by 1 having count(*) > 1`,
  'what has ended here has ended at the provider': `
    select m.id from membership m join sandbox_object s on s.id = m.subscription_ref
      where m.ended_at is not null and s.data->>'status' not in ('canceled', 'incomplete_expired')`,
  'what lives at the provider lives here': `
    select s.id from sandbox_object s where s.data->>'object' = 'subscription' and s.data->>'status' in ('active', 'past_due', 'trialing')
      and not exists (select 1 from membership m where m.subscription_ref = s.id and m.ended_at is null)`,
  'no more goes back than was paid': `
    select p.id from payment p join refund r on r.payment_id = p.id where r.state <> 'failed' group by p.id, p.cents having sum(r.cents) > p.cents`,
  'what was paid after an end goes back': `
    select p.id from payment p join membership m on m.subscription_ref = p.subscription_ref
      where p.paid_at > m.ended_at + interval '20 minutes' and p.bounced_at is null
        and coalesce((select sum(r.cents) from refund r where r.payment_id = p.id), 0) < p.cents
        and not exists (select 1 from dispute d where d.payment_id = p.id)`,
  'what was collected in a suspension goes back': `
    select p.id from payment p join membership m on m.subscription_ref = p.subscription_ref join membership_pause x on x.membership_id = m.id
      where p.kind = 'renewal' and p.collected_at > x.since and p.collected_at < coalesce(x.until, 'infinity') and p.bounced_at is null
        and coalesce((select sum(r.cents) from refund r where r.payment_id = p.id), 0) < p.cents
        and not exists (select 1 from dispute d where d.payment_id = p.id)`,
  'each charge of the provider is booked once': `
    select s.id from sandbox_object s where s.data->>'object' = 'balance_transaction'
      and (select count(*) from entry e where e.movement_ref = s.id) <> 1`,
  'each receipt was mailed once, while there was an address': `
    select r.year, r.number from receipt r join payment p on p.id = r.payment_id join billing b on b.payer_id = p.payer_id
      where (select count(*) from mailbox_message m where m.subject = 'Receipt ' || r.year || '-' || lpad(r.number::text, 6, '0')) <> 1`,
  'one membership of an account lives': `
    select account_id from membership where ended_at is null and account_id is not null group by 1 having count(*) > 1`,
  'a deleted account leaves nothing behind': `
    select payer_id from payer_account a where not exists (select 1 from account x where x.id = a.account_id)`,
} as const;

test(
  '[PAY-14] whatever people do for seven weeks, with a provider that is away and loses answers: books, rights and refunds are right',
  { timeout: 600_000 },
  () => lifeTimes({ people: 7, days: 49 }),
);

test('[PAY-14] the same for a year and more people', { tags: ['long'], timeout: 1_200_000 }, () =>
  lifeTimes({ people: 60, days: 400 }),
);
