import { active, anybody, id, person } from './helpers.ts';

/** Rows of one table: `n` runs from 0 to `rows` - 1, times the scale unless the table is `fixed`. */
export interface Filling {
  readonly table: string;
  readonly rows: number;
  readonly columns: string;
  /** The values of the columns, as SQL over `n`. */
  readonly values: string;
  /** The number of rows does not depend on the scale. */
  readonly fixed?: boolean;
  /** Rows that meet another one with the same key are left out. */
  readonly conflicts?: boolean;
}

/** Those who work here, as the last accounts: administrators, moderators and facilitators. */
const staff = { admin: 5, moderator: 20, facilitator: 500 };

/** Accounts and what belongs to one account. */
export function people(accounts: number): readonly Filling[] {
  // Two adds in a row are about the same two people: most of the time each of them has added the other.
  const adder = 'grown.active(n - n % 2, 30)';
  const [first, second] = [person(adder), person(`(${adder} + 1 + grown.anybody(n - n % 2, 32)) % ${accounts}`)];
  return [
    {
      ...{ table: 'account', rows: 1_000_000 },
      columns: `id, email, email_key, name, role, language, verified_at, terms_version, privacy_version, terms_accepted_at, over18_at, created_at,
      time_zone, beta_access, registering_stage`,
      values: `${person('n')}, 'member-' || n || '@example.org', 'member-' || n || '@example.org',
      initcap(grown.one(n, 1, '{anna,ben,carla,david,emma,felix,greta,hugo,ida,jonas,klara,luca,marta,noah,olga,paul}')) || ' ' || n,
      case when n >= ${accounts} - ${staff.admin} then 'admin' when n >= ${accounts} - ${staff.admin + staff.moderator} then 'moderator'
        when n >= ${accounts} - ${staff.admin + staff.moderator + staff.facilitator} then 'facilitator'
        when n % 5000 = 4999 then 'experienceGuest' else 'member' end,
      grown.one(n, 2, '{en,de,fr,it,es,pt}'), case when n % 20 <> 7 then grown.ago(730.0 * (1 - n::float8 / ${accounts})) end,
      '1', '1', grown.ago(730.0 * (1 - n::float8 / ${accounts})), grown.ago(730.0 * (1 - n::float8 / ${accounts})),
      grown.ago(730.0 * (1 - n::float8 / ${accounts})), grown.one(n, 3, '{Europe/Berlin,Europe/London,America/New_York,Asia/Tokyo,Europe/Athens}'),
      n % 100 = 0, case when n % 200 = 199 and n < ${accounts} - 525 then 'sentInfo' end`,
    },
    {
      ...{ table: 'session', rows: 400_000, columns: 'id, account_id, created_at, last_used_at, user_agent, time_zone' },
      values: `${id('session', 'n')}, ${person(`n % ${accounts}`)}, grown.between(n, 10, 60, 31), grown.between(n, 11, 40, 0), 'Browser', 'Europe/Berlin'`,
    },
    {
      ...{ table: 'session_token', rows: 500_000, columns: 'hash, session_id, created_at, used_at, expires_at' },
      values: `md5('token' || n), ${id('session', 'n % (rows * 4 / 5)')}, grown.between(n, 12, 30, 0), grown.between(n, 12, 30, 0), grown.ago(-30)`,
    },
    {
      ...{ table: 'known_browser', rows: 600_000, columns: 'account_id, mark_hash, signed_in_at, trusted', conflicts: true },
      values: `${anybody(13)}, md5('mark' || n), grown.between(n, 14, 200, 0), n % 3 = 0`,
    },
    {
      ...{ table: 'former_address', rows: 20_000, columns: 'account_id, email_key', conflicts: true },
      values: `${anybody(15)}, 'before-' || n || '@example.org'`,
    },
    {
      ...{ table: 'email_confirmation', rows: 30_000, columns: 'hash, account_id, created_at, expires_at' },
      values: `md5('confirmation' || n), ${anybody(16)}, grown.between(n, 17, 31, 1), grown.between(n, 17, 30, 0)`,
    },
    {
      ...{ table: 'password_recovery', rows: 15_000, columns: 'id, hash, account_id, expires_at' },
      values: `${id('recovery', 'n')}, md5('recovery' || n), ${anybody(18)}, grown.between(n, 19, 30, 0)`,
    },
    {
      ...{ table: 'sign_in_attempt', rows: 30_000, columns: 'key, count, last_at, next_at' },
      values: `md5('attempt' || n), 3, grown.between(n, 20, 1, 0), grown.between(n, 20, 1, 0)`,
    },
    {
      ...{ table: 'mail_budget', rows: 30_000, columns: 'key, sent_at' },
      values: `md5('budget' || n), array[grown.between(n, 21, 1, 0)]`,
    },
    {
      ...{ table: 'unsubscribe_link', rows: 300_000, columns: 'hash, account_id' },
      values: `md5('unsubscribe' || n), ${anybody(22)}`,
    },
    {
      ...{
        table: 'application',
        rows: 50_000,
        columns: 'account_id, motivation, reference, explanation, submitted_at, decision',
      },
      values: `${person(`n * ${accounts} / rows`)}, 'To look at people', 'friend', 'Of old', grown.between(n, 23, 730, 0), case when n % 100 <> 0 then 'approved' end`,
    },
    {
      ...{ table: 'circle_add', rows: 2_000_000, columns: 'adder, added, friend_id, at', conflicts: true },
      values: `case when n % 2 = 0 then ${first} when n % 8 < 6 then ${second} else ${anybody(31)} end,
      case when n % 2 = 0 then ${second} else ${first} end, ${id('friend', 'n')}, grown.between(n, 33, 730, 0)`,
    },
    {
      ...{ table: 'guest_add', rows: 20_000, columns: 'id, room_id, claim_hash, host, member, created_at' },
      values: `${id('guest', 'n')}, 'room-' || n, md5('claim' || n), ${active(34)}, case when n % 2 = 0 then ${anybody(35)} end, grown.between(n, 36, 8, 0)`,
    },
    {
      ...{
        table: 'feedback',
        rows: 50_000,
        columns: 'id, account_id, content, circle_answer, experiences_answer, membership_answer, created_at',
      },
      values: `${id('feedback', 'n')}, ${active(37)}, 'A quiet minute', '', '', '', grown.between(n, 38, 730, 0)`,
    },
    {
      ...{
        table: 'invitation',
        rows: 300_000,
        columns: 'id, inviter, to_email, to_email_key, hash, created_at, expires_at, used_at',
      },
      values: `${id('invitation', 'n')}, ${active(39)}, 'friend-' || n || '@example.org', 'friend-' || n || '@example.org', md5('invitation' || n),
      grown.between(n, 40, 730, 0), grown.between(n, 40, 700, -30), case when n % 3 = 0 then grown.ago(1) end`,
    },
    {
      ...{
        table: 'personal_invitation',
        rows: 100_000,
        columns: 'code_hash, host, experience_type, created_at, expires_at, invited',
      },
      values: `md5('personal' || n), ${active(41)}, 'oneminute', grown.between(n, 42, 100, 0), grown.between(n, 42, 99, -1), case when n % 2 = 0 then ${anybody(43)} end`,
    },
    {
      ...{ table: 'free_try', rows: 100_000, columns: 'account_id, room_id, claimed_at, used_at', conflicts: true },
      values: `${person('n')}, 'oneminute:' || ${id('room', 'n')}, grown.between(n, 44, 730, 0), grown.between(n, 44, 730, 0)`,
    },
    {
      ...{ table: 'welcoming', rows: 20_000, columns: 'account_id, state, asked_at, changed_at' },
      values: `${person('n')}, grown.one(n, 45, '{asked,approved,declined,withdrawn,ended}'), grown.between(n, 46, 400, 0), grown.between(n, 46, 400, 0)`,
    },
    {
      ...{
        table: 'bell_setting',
        rows: 200_000,
        columns: 'account_id, quiet_from, quiet_to, daily_cap, last_rung_at, is_unreachable',
      },
      values: `${person('n')}, 22, 8, 3, case when n % 5 > 0 then grown.between(n, 47, 30, 0.1) end, n % 3 = 0`,
    },
    {
      ...{ table: 'notification_request', rows: 200_000, columns: 'account_id, experience_type, requested_at' },
      values: `${person('n')}, case when n % 10 = 0 then 'threequestions' else 'oneminute' end, grown.between(n, 48, 730, 0)`,
    },
    {
      ...{
        table: 'rendezvous',
        rows: 200_000,
        columns: 'id, account_id, starts_at, pool_type, chosen_at, checked_at, called_at, came_at',
        conflicts: true,
      },
      values: `${id('rendezvous', 'n')}, ${active(49)}, date_bin('15 minutes', grown.between(n, 50, 31, -3), to_timestamp(0)), 'anyone', grown.between(n, 50, 32, 0),
      case when n % 20 > 0 then grown.ago(0) end, case when n % 20 > 0 then grown.ago(0) end, case when n % 2 = 0 then grown.ago(0) end`,
    },
    {
      ...{ table: 'ring', rows: 500_000, columns: 'id, account_id, rung_at, channel, answered_at' },
      values: `${id('ring', 'n')}, ${active(51)}, grown.between(n, 52, 31, 0), grown.one(n, 53, '{page,push}'), case when n % 4 = 0 then grown.ago(1) end`,
    },
    {
      ...{ table: 'push_subscription', rows: 200_000, columns: 'id, account_id, session_id, endpoint, p256dh, auth, created_at' },
      values: `${id('push', 'n')}, ${person(`n % ${accounts}`)}, ${id('session', 'n')}, 'https://push.example/' || n, 'key', 'auth', grown.between(n, 54, 30, 0)`,
    },
    {
      ...{ table: 'survey_answer', rows: 100_000, columns: 'survey, account_id, yes, answered_at', conflicts: true },
      values: `'gathering-' || grown.int(n, 55, 20000), ${active(56)}, n % 4 > 0, grown.between(n, 57, 100, 0)`,
    },
    {
      ...{ table: 'calendar_feed', rows: 20_000, columns: 'account_id, token_hash, created_at' },
      values: `${person('n')}, md5('feed' || n), grown.between(n, 58, 730, 0)`,
    },
  ];
}
