import { encountered, reported } from '@unspoken/testing/moderation';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportedAs } from './column-classes.ts';
import { tables } from './columns.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('[ACC-25] every column of the database has a class, and every class its column', async () => {
  const rows = await world.query(
    `select table_name, array_agg(column_name::text order by column_name::text) as names
     from information_schema.columns where table_schema = 'public' group by 1`,
  );
  const there = Object.fromEntries(rows.map(({ table_name, names }) => [table_name, names]));
  const classified = Object.fromEntries(
    Object.entries(tables).map(([table, { columns }]) => [table, Object.keys(columns).toSorted()]),
  );
  expect(there).toEqual(classified);
});

/** The values at a path of an export, of every element where there are several. */
const at = (data: unknown, path: string): unknown[] =>
  path.split('.').reduce<unknown[]>(
    (found, step) =>
      found.flatMap((each) => {
        const value = (each as Record<string, unknown> | undefined)?.[step.replace('[]', '')];
        return step.endsWith('[]') ? ((value as unknown[] | undefined) ?? []) : value;
      }),
    [data],
  );

test('[ACC-17] [ACC-25] a member with data everywhere gets all of it', async () => {
  const [ann, ben, cay] = [await world.member('Ann'), await world.member('Ben'), await world.member('Cay')];
  const id = ann.userId;
  const run = (sql: string, values: unknown[] = []) => world.query(sql, [id, ...values]);
  await run(`update account set facebook_id = 'f', time_zone = 'Asia/Tokyo', guidance_accepted_at = now(),
    guidance_declined_at = now(), tried_to_connect_at = now(), how_solicited = 'form', list_confirmed_at = now() where id = $1`);
  await run(
    `update session set time_zone = 'Europe/Rome', second_factor_at = now(), user_agent = 'Browser' where account_id = $1`,
  );
  await run(`insert into former_address values ($1, 'before@example.org')`);
  await run(`insert into email_confirmation (hash, account_id, new_email, created_at, expires_at)
    values ('wish', $1, 'wished@example.org', now(), now() + interval '1 day')`);
  await run(
    `insert into application values ($1, 'To look', 'friend', 'Of old', now(), 'approved', 'Welcome', 'somebody', now(), now())`,
  );
  await run(`insert into welcoming values ($1, 'declined', now(), now(), gen_random_uuid(), 'Not now.')`);
  await run(`insert into second_factor (account_id, secret, confirmed_at) values ($1, 'sealed', now())`);
  await run(`insert into passkey values ('key', $1, 'public', 1, '{usb}', now(), now())`);
  await run(`insert into circle_add values ($1, $2, gen_random_uuid(), 'From the choir', now())`, [cay.userId]);
  await run(
    `insert into guest_add (id, room_id, claim_hash, host, member, created_at) values (gen_random_uuid(), 'room', 'claim', $2, $1, now())`,
    [ben.userId],
  );
  await run(`insert into place values (gen_random_uuid(), $1, 'gift', null, now(), now() + interval '1 day', now(), now())`);
  await run(`insert into veil values ('room', $1, gen_random_uuid(), now())`);
  await run(`insert into feelings_answered values ('room', $1, now())`);
  await run(`insert into place_queue values ($1, now())`);
  await world.call('/api/v1/feedback', {
    token: ann.token,
    body: { content: 'a', circleAnswer: 'b', experiencesAnswer: 'c', membershipAnswer: 'd' },
  });
  await run(
    `insert into invitation values (gen_random_uuid(), $1, 'friend@example.org', 'friend@example.org', 'h', now(), now(), now())`,
  );
  await run(`insert into invitation_count values ($1, 3)`);
  await run(`insert into free_try values ($1, 'room', now(), now())`);
  await run(`insert into personal_invitation (code_hash, host, experience_type, created_at, expires_at, cancelled_at, used_at, version_id)
    values ('code', $1, 'oneminute', now(), now(), now(), now(), gen_random_uuid())`);
  await world.query(`insert into category values ('quiet', 1)`);
  await run(
    `insert into facilitator values (gen_random_uuid(), $1, 'ann', 'Ann', '{}', 'she', '{}', 'picture', 'https://example.org', true)`,
  );
  await world.query(
    `insert into experience (type, facilitator_id, category_id, draft, created_at) select 'threequestions', id, 'quiet', '{}', now() from facilitator`,
  );
  await world.query(`insert into experience_version (id, type, number, script, submitted_at, reviewed_at, reviewed_by, decision, reason)
    values (gen_random_uuid(), 'threequestions', 1, '{}', now(), now(), gen_random_uuid(), 'refused', 'Too loud.')`);
  await world.query(`insert into media (id, owner_id, kind, state, name, sha256, size, format, created_at)
    select 'file', id, 'sound', 'ready', 'Bell.wav', 'sum', 5, 'mp3', now() from facilitator`);
  const room = await encountered(world, ann, ben);
  await world.query(`update encounter set waited_ms = 4000, path = 'relay_udp' where room_id = $1`, [room]);
  await run(`insert into encounter_total values ($1, 7, 6, 5)`);
  await run(`insert into gathering (id, is_regular, name, date, time, zone, length_ms, starts_at, ends_at, welcome_statement, survey_url,
      host, state, pending, capacity, listed, created_at, changed_at, decided_at, reason)
    values ('special', false, 'A quiet hour', '2026-11-22', '20:00', 'UTC', 900000, now(), now(), 'Welcome.', '/survey/special/yes',
      $1, 'approved', '{"name":"Another"}', 500, true, now(), now(), now(), 'Welcome as well')`);
  await run(`insert into gathering_registration values ('special', $1, now(), now(), 0, 0, now(), now(), now(), true)`);
  await run(`insert into gathering_attendance values ('special', $1, now())`);
  await run(`insert into survey_answer values ('special', $1, true, now())`);
  await run(`insert into calendar_feed values ($1, 'hash', now())`);
  await run(`insert into notification_request values ($1, 'oneminute', now())`);
  await run(`insert into bell_setting values ($1, 22, 8, 3, now(), '2026-06-10', 1, 1, now(), 'oneminute', now(), false, now())`);
  await run(
    `insert into push_subscription select gen_random_uuid(), $1, id, 'https://push.example/a', 'key', 'auth', now() from session where account_id = $1 limit 1`,
  );
  await run(`insert into rendezvous values (gen_random_uuid(), $1, now(), 'anyone', now(), now(), now(), now())`);
  await run(`insert into ring values (gen_random_uuid(), $1, now(), 'page', now())`);
  await world.query(`insert into payer values ('7a7a7a7a-0000-4000-8000-0000000000aa', 'sandbox', 'cus')`);
  await run(`insert into payer_account values ('7a7a7a7a-0000-4000-8000-0000000000aa', $1, 'sandbox')`);
  const paid = '7a7a7a7a-0000-4000-8000-0000000000bb';
  await world.query(
    `insert into billing values ('7a7a7a7a-0000-4000-8000-0000000000aa', 'a@example.org', 'Ann', 'A', '1', 'DE', 'en')`,
  );
  await world.query(
    `insert into payment values ($1, '7a7a7a7a-0000-4000-8000-0000000000aa', 'subscription', gen_random_uuid(), 500, 'membership', 'pi', 'sub', 'paid', now(), now(), now(), now(), now())`,
    [paid],
  );
  await world.query(`insert into refund values (gen_random_uuid(), $1, 500, 'goodwill', 'done', 're', now(), null)`, [paid]);
  await world.query(`insert into dispute values ('du', $1, 500, 'open', now(), now())`, [paid]);
  await run(
    `with paying as (insert into membership values (gen_random_uuid(), $1, 'sandbox', '7a7a7a7a-0000-4000-8000-0000000000aa', $2, 'sub', 500, 500, now(),
      false, now(), now(), now(), 'in', now(), now(), now(), now(), 'cancelled', false) returning id)
      insert into membership_pause select id, now(), now() from paying`,
    [paid],
  );
  await run(
    `insert into declaration values (gen_random_uuid(), 'cancellation',
      '{"type":"ordinary","reason":"","name":"Ann","contract":"It","at":"","email":"a@example.org","language":"en"}', now(), $1, gen_random_uuid(), 'done', 'hash', now())`,
  );
  await world.query(
    `with booked as (insert into entry (at, provider_account, kind, movement_ref, payment_id)
      values (now(), 'sandbox', 'charge', 'txn', $1) returning seq)
    insert into receipt select 'sandbox', 2026, 1, seq, now(), $1, 'membership', 500, 80, 'DE', 1900, '2026-000000',
      '{"name":"Seller","address":[],"taxNumber":"1"}', '["Ann"]' from booked`,
    [paid],
  );
  await reported(world, ann, ben, { words: 'What I saw' });
  await run(
    `insert into act (id, at, kind, subject, until, code) values ($2, now(), 'suspended', $1, now() + interval '1 day', 'kind')`,
    ['7a7a7a7a-0000-4000-8000-000000000001'],
  );
  await world.query(`insert into act_text values ('7a7a7a7a-0000-4000-8000-000000000001', 'You shouted.')`);

  // Also a member on the waiting list.
  await run(`update account set registering_stage = 'sentInfo' where id = $1`);
  const { status, body } = await world.call('/api/v1/account/exportdata', { token: ann.token, body: { password } });
  expect(status).toBe(200);
  const paths = Object.values(tables).flatMap(({ columns }) =>
    Object.values(columns).flatMap((column) => exportedAs(column) ?? []),
  );
  expect(paths.length).toBeGreaterThan(80);
  const missing = paths.filter((path) => !at(body, path).some((value) => value !== undefined && value !== null));
  expect(missing).toEqual([]);
});
