import { randomUUID } from 'node:crypto';
import { type Member, password, startWorld, type World } from './world.ts';

const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** Helpers for tests of people who pay, in a world whose payments are rehearsed. */
export function payingOf(world: World) {
  const post = (path: string, { token }: { token: string }, body: object = {}) =>
    world.call(`/api/v1/${path}`, { token, ...json(body) });
  const get = (path: string, { token }: { token: string }) => world.call(`/api/v1/${path}`, { token });
  const form = (amount: unknown, more: object = {}) => ({
    ...{ paymentType: 'subscription', amount, email: 'bill@example.org', first_name: 'Ada', last_name: 'Example' },
    ...{ postal_code: '10115', country: 'DE', attemptID: randomUUID(), ...more },
  });
  const create = (member: { token: string }, amount: unknown = 500, more: object = {}) =>
    post('payments/create', member, form(amount, more));
  const rehearse = async (member: { token: string }, client_secret: string, method: string) =>
    (await post('payments/rehearse', member, { client_secret, method })).body as { status: string; error?: string };
  const status = async (member: { token: string }, paymentRecordId: string) =>
    (await get(`payments/status?paymentRecordId=${paymentRecordId}`, member)).body;
  return {
    ...{ post, get, form, create, rehearse, status },
    /** A member with a membership that is paid, of so many cents. */
    async paying(name: string, cents = 500, method = 'visa') {
      const member = await world.member(name);
      const { body, status: made } = await create(member, cents);
      if (made !== 200) throw new Error(`${name} could not pay: ${JSON.stringify(body)}`);
      await rehearse(member, body.client_secret, method);
      await status(member, body.paymentRecordId);
      return { ...member, paymentRecordId: body.paymentRecordId as string };
    },
    subscription: async (member: { token: string }) => (await get('subscription', member)).body,
    /** The member signs in again, because sessions end while time passes. */
    async again<M extends Member>(member: M): Promise<M> {
      const { body } = await world.call('/api/v1/account/login', { body: { email: member.email, password } });
      return { ...member, token: body.token };
    },
  };
}

/** Looks again until it does not throw, for 15 s. */
export async function soon(look: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    try {
      await look();
      return;
    } catch {
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
  await look();
}

/** A world in which what is due in payments and memberships is done at once, with what its tests look at. */
export async function payingWorld(
  environment: Readonly<Record<string, string>> = {},
  more: Parameters<typeof startWorld>[1] = {},
) {
  const durations = { catchUp: 50, membershipDue: 50, reconcile: 100, booksCheck: 100 };
  const world = await startWorld({ DURATIONS: JSON.stringify(durations), ...environment }, more);
  const it = payingOf(world);
  return {
    ...{ world, it },
    /** The memberships of an account, the earliest first. */
    own: (userId: string) => world.query('select * from membership where account_id = $1 order by created_at', [userId]),
    /** What is booked of a payment. */
    booked: (paymentId: string) => world.query('select kind from entry where payment_id = $1 order by seq', [paymentId]),
    /** Signs in again after so many days. */
    async later<M extends Member>(member: M, days: number): Promise<M> {
      world.advance(days * 86_400_000);
      return it.again(member);
    },
  };
}
