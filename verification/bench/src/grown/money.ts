import { id, person } from './helpers.ts';
import type { Filling } from './people.ts';

const payer = (n: string) => id('payer', n);

const yearOfReceipt = `extract(year from grown.ago(730.0 * (1 - n::float8 / rows)) at time zone 'UTC')::int`;

/** Payments, memberships, the books, and the files of facilitators. */
export const money = (accounts: number): readonly Filling[] => [
  {
    ...{ table: 'payer', rows: 100_000, columns: 'id, provider_account, customer_ref' },
    values: `${payer('n')}, 'sandbox', 'cus_' || n`,
  },
  {
    ...{ table: 'payer_account', rows: 100_000, columns: 'payer_id, account_id, provider_account' },
    values: `${payer('n')}, ${person('n')}, 'sandbox'`,
  },
  {
    ...{ table: 'billing', rows: 100_000, columns: 'payer_id, email, first_name, last_name, postal_code, country, language' },
    values: `${payer('n')}, 'member-' || n || '@example.org', 'A', 'Member', '10115', 'DE', 'de'`,
  },
  {
    ...{ table: 'payment', rows: 1_000_000 },
    columns:
      'id, payer_id, kind, attempt, cents, purpose, intent_ref, subscription_ref, state, created_at, paid_at, collected_at',
    values: `${id('payment', 'n')}, ${payer('n % (rows / 10)')}, case when n < rows / 10 then 'subscription' when n % 50 = 0 then 'donation' else 'renewal' end,
      ${id('attempt', 'n')}, 500, case when n >= rows / 10 and n % 50 = 0 then 'donation' else 'membership' end, 'pi_' || n,
      case when n < rows / 10 or n % 50 > 0 then 'sub_' || n % (rows / 10) end, case when n % 100 = 99 then 'over' else 'paid' end,
      grown.ago(730.0 * (1 - n::float8 / rows)), case when n % 100 < 99 then grown.ago(730.0 * (1 - n::float8 / rows)) end,
      case when n % 100 < 99 then grown.ago(730.0 * (1 - n::float8 / rows)) end`,
  },
  {
    ...{ table: 'membership', rows: 100_000 },
    columns: `id, account_id, provider_account, payer_id, payment_id, subscription_ref, cents, next_cents, created_at, first_paid_at, paid_until,
      cancelled_at, cancels_at, ended_at, cause, had_rights`,
    values: `${id('membership', 'n')}, ${person('n')}, 'sandbox', ${payer('n')}, ${id('payment', 'n')}, 'sub_' || n, 500, 500, grown.between(n, 100, 730, 400),
      grown.between(n, 100, 730, 400), grown.ago(-20), case when n % 2 = 0 then grown.between(n, 101, 399, 1) end,
      case when n % 2 = 0 then grown.between(n, 101, 399, 1) end, case when n % 2 = 0 then grown.between(n, 101, 399, 1) end,
      case when n % 2 = 0 then 'cancelled' end, n % 2 = 1`,
  },
  {
    ...{ table: 'membership_pause', rows: 15_000, columns: 'membership_id, since, until' },
    values: `${id('membership', 'n')}, grown.between(n, 102, 400, 100), grown.ago(99)`,
  },
  {
    ...{
      table: 'provider_event',
      rows: 500_000,
      columns: 'id, provider_account, type, object_ref, customer_ref, created, received_at, applied_at',
    },
    values: `'evt_' || n, 'sandbox', 'invoice.paid', 'in_' || n, 'cus_' || grown.anybody(n, 103) % (rows / 5), grown.between(n, 104, 92, 0),
      grown.between(n, 104, 92, 0), grown.between(n, 104, 92, 0)`,
  },
  {
    ...{ table: 'provider_request', rows: 100_000, columns: 'id, payer_id, kind, object_ref, accepted_at, done_at' },
    values: `${id('request', 'n')}, ${payer('n')}, 'cancel', 'sub_' || n, grown.between(n, 105, 730, 1), grown.between(n, 105, 730, 1)`,
  },
  {
    ...{ table: 'refund', rows: 20_000, columns: 'id, payment_id, cents, reason, state, ref, decided_at' },
    values: `${id('refund', 'n')}, ${id('payment', 'n * 7')}, 500, 'goodwill', 'done', 're_' || n, grown.between(n, 106, 730, 0)`,
  },
  {
    ...{ table: 'dispute', rows: 15_000, columns: 'ref, payment_id, cents, state, opened_at' },
    values: `'du_' || n, ${id('payment', 'n * 11')}, 500, 'lost', grown.between(n, 107, 730, 0)`,
  },
  {
    ...{ table: 'dunning_mail', rows: 30_000, columns: 'invoice, step, at' },
    values: `'in_' || n, 'first', grown.between(n, 108, 91, 0)`,
  },
  {
    ...{
      table: 'declaration',
      rows: 20_000,
      columns: 'id, kind, fields, received_at, account_id, membership_id, state, done_at',
    },
    values: `${id('declaration', 'n')}, 'cancellation', '{}', grown.between(n, 109, 730, 0), ${person('n')}, ${id('membership', 'n')}, 'done', grown.ago(0)`,
  },
  {
    ...{ table: 'place', rows: 50_000, columns: 'id, account_id, kind, begins_at, ends_at, reminded_at, closed_at' },
    values: `${id('place', 'n')}, ${person('n')}, grown.one(n, 110, '{trial,gift,solidarity}'), grown.between(n, 111, 730, 0),
      grown.between(n, 111, 700, -30), grown.between(n, 111, 701, -29), case when grown.between(n, 111, 700, -30) < grown.ago(0) then grown.ago(0) end`,
  },
  {
    ...{ table: 'place_queue', rows: 15_000, columns: 'account_id, since' },
    values: `${person('n')}, grown.between(n, 112, 30, 0)`,
  },
  {
    ...{ table: 'former_trial', rows: 20_000, columns: 'hash, at' },
    values: `md5('trial' || n), grown.between(n, 113, 1100, 0)`,
  },
  {
    ...{ table: 'entry', rows: 1_000_000, columns: 'seq, at, provider_account, kind, movement_ref, payment_id' },
    values: `n + 1, grown.ago(730.0 * (1 - n::float8 / rows)), 'sandbox', 'charge', 'txn_' || n, ${id('payment', 'n')}`,
  },
  {
    ...{ table: 'posting', rows: 4_000_000, columns: 'entry_seq, account, cents' },
    values: `n / 4 + 1, ('{provider,fees,places,membership}'::text[])[n % 4 + 1], ('{470,30,-50,-450}'::bigint[])[n % 4 + 1]`,
  },
  {
    ...{ table: 'receipt', rows: 1_000_000 },
    columns: 'provider_account, year, number, entry_seq, at, payment_id, purpose, gross_cents, vat_cents, issuer, addressee',
    values: `'sandbox', ${yearOfReceipt}, row_number() over (partition by ${yearOfReceipt} order by n), n + 1,
      grown.ago(730.0 * (1 - n::float8 / rows)), ${id('payment', 'n')}, 'membership', 500, 80, '{"name":"Seller","address":[],"taxNumber":"1"}', '["A Member"]'`,
  },
  { ...{ table: 'category', rows: 5, columns: 'id, position', fixed: true }, values: `'category-' || n, n` },
  {
    ...{ table: 'facilitator', rows: 500, columns: 'id, account_id, slug, name, title, bio', fixed: true },
    values: `${id('facilitator', 'n')}, ${person(`${accounts} - 525 + n`)}, 'facilitator-' || n, 'A facilitator', '{}', '{}'`,
  },
  {
    ...{
      table: 'media',
      rows: 30_000,
      columns: 'id, owner_id, kind, state, name, sha256, size, format, created_at',
      fixed: true,
    },
    values: `md5('media' || n), ${id('facilitator', 'n % 500')}, grown.one(n, 114, '{sound,image,video}'), 'ready', 'file', md5('bytes' || n), 100000, 'mp3', grown.between(n, 115, 730, 0)`,
  },
  {
    ...{ table: 'invitation_count', rows: 100_000, columns: 'inviter, sent' },
    values: `${person('n')}, grown.int(n, 116, 20)`,
  },
  {
    ...{ table: 'mailbox_message', rows: 15_000, columns: 'id, message_id, "to", subject, text, html, at, to_key' },
    values: `${id('mail', 'n')}, 'mail-' || n, 'member-' || n || '@example.org', 'A mail', 'Words', '<p>Words</p>', grown.between(n, 117, 30, 0), 'member-' || n || '@example.org'`,
  },
];
