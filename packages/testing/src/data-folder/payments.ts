import { randomUUID } from 'node:crypto';
import { changeAtProvider } from '../rehearsed-provider.ts';
import { besideServer } from './beside.ts';

const day = 86_400_000;

type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

/** Works on the rows of a running server, by its instant. */
const onRows = <T>(environment: NodeJS.ProcessEnv, act: (query: Query, now: number) => Promise<T>): Promise<T> =>
  besideServer(environment, ({ database, clock }) =>
    act(async (sql, values = []) => (await database.pool.query(sql, [...values])).rows, clock.now()),
  );

/** Lets happen at the rehearsed provider, within the next second, what it would do later: a renewal, its collection, the end of a debit. */
export const hasten = (environment: NodeJS.ProcessEnv, kind: 'renew' | 'finalize' | 'settle'): Promise<void> =>
  onRows(environment, async (query, now) => {
    const at = Math.floor(now / 1_000);
    await changeAtProvider(
      query,
      `data = jsonb_set(data, '{at}', to_jsonb($2::bigint))`,
      `data->>'object' = 'task' and data->>'kind' = $1`,
      [kind, at],
    );
  });

/** How many tasks of a kind are still to happen at the rehearsed provider. */
export const waitingAtProvider = (environment: NodeJS.ProcessEnv, kind: 'renew' | 'finalize' | 'settle'): Promise<number> =>
  onRows(environment, async (query) => {
    const [row] = await query(
      `select count(*)::int as n from sandbox_object where data->>'object' = 'task' and data->>'kind' = $1`,
      [kind],
    );
    return Number(row?.n);
  });

/** Suspends somebody for three weeks, or reverses that on appeal. */
export const suspend = (environment: NodeJS.ProcessEnv, email: string): Promise<void> =>
  onRows(environment, async (query, now) => {
    await query(
      `insert into act (id, at, kind, subject, until) select $2, $3, 'suspended', id, $4 from account where email = $1`,
      [email, randomUUID(), new Date(now), new Date(now + 21 * day)],
    );
  });
export const reverseSuspension = (environment: NodeJS.ProcessEnv, email: string): Promise<void> =>
  onRows(environment, async (query, now) => {
    await query(
      `insert into act (id, at, kind, subject, code) select $2, $3, 'appeal reversed', a.id, x.id::text
       from account a join act x on x.subject = a.id and x.kind = 'suspended' where a.email = $1`,
      [email, randomUUID(), new Date(now)],
    );
  });

/** Makes an account eight days old, with one completed minute: it can ask for a place. */
export const age = (environment: NodeJS.ProcessEnv, email: string): Promise<void> =>
  onRows(environment, async (query, now) => {
    await query('update account set created_at = $2 where email = $1', [email, new Date(now - 8 * day)]);
    await query(
      `insert into encounter (room_id, a, b, experience_type, pool_type, group_space, paired_at, confirmed_at, ended_at, completed)
       select 'oneminute:' || $2, id, gen_random_uuid(), 'oneminute', 'anyone', 'open', $3, $3, $3, true from account where email = $1`,
      [email, randomUUID(), new Date(now - day)],
    );
  });

/** How the membership that began with a payment has ended, here and at the rehearsed provider. */
export const endOfMembership = (environment: NodeJS.ProcessEnv, paymentRecordId: string): Promise<unknown> =>
  onRows(environment, async (query) => {
    const [row] = await query(
      `select m.cause, s.data->>'status' as status from membership m join sandbox_object s on s.id = m.subscription_ref where m.payment_id = $1`,
      [paymentRecordId],
    );
    return row;
  });
