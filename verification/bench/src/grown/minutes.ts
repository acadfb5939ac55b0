import { active, anybody, id, person } from './helpers.ts';
import type { Filling } from './people.ts';

/** The accounts with the most encounters, from 0 on, and how many each of them has at least, at any scale. */
const busiest = { accounts: 5, encounters: 5_000 };
/** The account from which most are separated, and from how many. */
const separatedFrom = 500;

/** What comes of people looking at each other, of gatherings, and of looking at pages. */
export function minutes(accounts: number, encounters: number): readonly Filling[] {
  const step = Math.max(1, Math.floor(encounters / (busiest.accounts * busiest.encounters)));
  const a = `case when n % ${step} = 0 then n / ${step} % ${busiest.accounts} else grown.active(n, 60) end`;
  const [one, other] = [person(a), person(`(${a} + 1 + grown.anybody(n, 61) % ${accounts - 1}) % ${accounts}`)];
  const paired = `grown.ago(730.0 * (1 - n::float8 / ${encounters}) + 0.01)`;
  const separated = `case when n < ${separatedFrom} then 7 else grown.active(n, 90) end`;
  const [apart, from] = [
    person(separated),
    person(
      `(${separated} + 1 + case when n < ${separatedFrom} then n else grown.anybody(n, 91) end % ${accounts - 1}) % ${accounts}`,
    ),
  ];
  return [
    {
      ...{ table: 'encounter', rows: 10_000_000 },
      columns: `room_id, a, b, experience_type, pool_type, group_space, paired_at, confirmed_at, connected_at, ended_at, end_reason_a, end_reason_b,
        completed, duration_ms, waited_ms, path`,
      values: `'oneminute:' || ${id('room', 'n')}, ${one}, ${other}, 'oneminute', case when n % 10 = 0 then 'myCircle' else 'anyone' end,
        case when n % 50 = 1 then 'gathering' else 'open' end, ${paired}, case when n % 10 > 0 then ${paired} + interval '2 s' end,
        case when n % 20 > 2 then ${paired} + interval '9 s' end, ${paired} + interval '70 s',
        case when n % 20 <= 2 then 'timeout_self' when n % 8 = 0 then 'manual_self' else 'natural' end,
        case when n % 20 <= 2 then 'timeout_other' when n % 8 = 0 then 'manual_other' else 'natural' end,
        n % 20 > 2 and n % 8 > 0, 60000, grown.int(n, 62, 60000), grown.one(n, 63, '{direct,direct,relay_udp,relay_tcp}')`,
    },
    {
      ...{ table: 'thank', rows: 4_000_000, columns: 'room_id, giver, receiver, at' },
      values: `'oneminute:' || ${id('room', 'n * 2')}, ${ofEveryOther(one)}, ${ofEveryOther(other)}, grown.ago(730.0 * (1 - n::float8 / rows))`,
    },
    {
      ...{
        table: 'encounter_total',
        rows: 500_000,
        columns: 'account_id, completed_minutes, thanks_received, session_manually_ended',
      },
      values: `${person('n')}, grown.int(n, 64, 300), grown.int(n, 65, 100), grown.int(n, 66, 10)`,
    },
    {
      ...{ table: 'veil', rows: 50_000, columns: 'room_id, by, over, at', conflicts: true },
      values: `'oneminute:' || ${id('room', 'n')}, ${active(67)}, ${active(68)}, grown.between(n, 69, 8, 0)`,
    },
    {
      ...{ table: 'feelings_answered', rows: 300_000, columns: 'room_id, account_id, ended_at', conflicts: true },
      values: `'oneminute:' || ${id('room', 'n')}, ${active(70)}, grown.between(n, 71, 9, 0)`,
    },
    {
      ...{ table: 'wait', rows: 3_000_000, columns: 'id, pool, minute, waited_ms, outcome' },
      values: `${id('wait', 'n')}, 'oneminute:' || grown.one(n, 72, '{anyone,anyone,anyone,myCircle}') || ':' || case when n % 10 = 0 then 'group' else 'open' end,
        date_bin('1 minute', grown.between(n, 73, 91, 0), to_timestamp(0)), grown.int(n, 74, 300000), case when n % 3 > 0 then 'met' else 'left' end`,
    },
    {
      ...{ table: 'visit', rows: 2_000_000, columns: 'id, event, page, language, by, at' },
      values: `${id('visit', 'n')}, 'page opened', '/', grown.one(n, 75, '{en,de,fr,it,es,pt}'), 'visitor', grown.between(n, 76, 91, 0)`,
    },
    {
      ...{ table: 'gathering', rows: 20_000, fixed: true },
      columns: `id, is_regular, name, date, time, zone, length_ms, starts_at, ends_at, group_id, welcome_statement, state, capacity, listed, created_at, changed_at, host`,
      values: `'gathering-' || n, n % 10 > 0 and n >= 378, 'A gathering', to_char(grown.ago(n / 27.0 - 14), 'YYYY-MM-DD'), '20:00', 'Europe/Berlin', 900000,
        grown.ago(n / 27.0 - 14), grown.ago(n / 27.0 - 14) + interval '15 min', md5('group' || n), '', case when n % 30 = 29 then 'cancelled' else 'approved' end,
        500, true, grown.ago(n / 27.0), grown.ago(n / 27.0), case when n % 10 = 0 then ${anybody(77)} end`,
    },
    {
      ...{ table: 'gathering_registration', rows: 500_000, conflicts: true },
      columns:
        'gathering_id, account_id, registered_at, sequence, told_revision, reminded_day_at, reminded_soon_at, surveyed_at, stands_in',
      values: `'gathering-' || g, ${active(79)}, grown.ago(g / 27.0), 0, 0, case when g >= 351 then grown.ago(g / 27.0 - 13) end,
        case when g >= 378 then grown.ago(g / 27.0 - 14) end, case when g >= 378 then grown.ago(g / 27.0 - 14) end, false`.replaceAll(
        /\bg\b/g,
        'grown.int(n, 78, 20000)',
      ),
    },
    {
      ...{ table: 'gathering_attendance', rows: 300_000, columns: 'gathering_id, account_id, came_at', conflicts: true },
      values: `'gathering-' || 378 + grown.int(n, 80, 19600), ${active(81)}, grown.between(n, 82, 716, 0)`,
    },
    {
      ...{ table: 'moderation_case', rows: 150_000, columns: 'id, kind, subject, rank, opened_at, closed_at', conflicts: true },
      values: `${id('case', 'n')}, 'reports', ${person('grown.active(n, 85)')}, 1, ${reportedAt}, case when n % 1500 > 0 then ${reportedAt} + interval '1 day' end`,
    },
    {
      ...{ table: 'report', rows: 200_000, columns: 'id, room_id, reporter, reported, reasons, no_repeat, at, case_id' },
      values: `${id('report', 'n')}, 'oneminute:' || ${id('room', 'n')}, ${anybody(84)}, ${person('grown.active(n % (rows * 3 / 4), 85)')}, '{written signs}', true,
        ${reportedAt}, ${id('case', 'n % (rows * 3 / 4)')}`,
    },
    {
      ...{ table: 'report_text', rows: 150_000, columns: 'report_id, explanation' },
      values: `${id('report', 'n')}, 'They held up a sign.'`,
    },
    {
      ...{ table: 'report_origin', rows: 15_000, columns: 'report_id, network, at' },
      values: `${id('report', 'rows * 10 - n')}, md5('network' || n % 5000), grown.between(n, 86, 8, 0)`,
    },
    {
      ...{ table: 'act', rows: 450_000, columns: 'id, at, kind, subject, actor, case_id, until, code' },
      values: `${id('act', 'n')}, grown.ago(730.0 * (1 - n::float8 / rows)), case n % 3 when 0 then 'claimed' when 1 then 'looked' else
          grown.one(n, 87, '{dismissed,dismissed,warned,suspended}') end,
        ${person('grown.active(n / 3, 85)')}, ${person(`${accounts - 20} + n % 15`)}, ${id('case', 'n / 3')},
        case when n % 3 = 2 then grown.ago(730.0 * (1 - n::float8 / rows) - 7) end, case when n % 3 = 2 then 'kind' end`,
    },
    {
      ...{ table: 'act_text', rows: 150_000, columns: 'act_id, words' },
      values: `${id('act', 'n * 3 + 2')}, 'You held up a sign.'`,
    },
    {
      ...{ table: 'notice', rows: 15_000, columns: 'case_id, at, words, email, language' },
      values: `${id('case', 'n * 10 + 1')}, ${reportedAt}, 'I saw something.', 'notice-' || n || '@example.org', 'en'`,
    },
    {
      ...{ table: 'former_person', rows: 15_000, columns: 'subject, hash, at' },
      values: `${id('former', 'n')}, md5('former' || n), grown.between(n, 88, 400, 0)`,
    },
    {
      ...{ table: 'separation', rows: 500_000, columns: 'one, other, at, by_one, by_other', conflicts: true },
      values: `least(${apart}, ${from}), greatest(${apart}, ${from}), grown.between(n, 92, 730, 0), n % 2 = 0, n % 2 = 1`,
    },
    {
      ...{ table: 'kept_separation', rows: 50_000, columns: 'hash, other, by_former, by_other, at', conflicts: true },
      values: `md5('kept' || n), ${active(93)}, true, false, grown.between(n, 94, 1100, 0)`,
    },
  ];
}

/** What holds for the row `n`, for every other row. */
const ofEveryOther = (value: string): string => value.replaceAll(/\bn\b/g, '(n * 2)');

/** Of the case and of the report with this number. */
const reportedAt = 'grown.ago(730.0 * (1 - n::float8 / rows))';
