import { randomUUID } from 'node:crypto';
import { specialGathering } from '@unspoken/testing/gatherings';
import { encountered } from '@unspoken/testing/moderation';
import { swept } from '@unspoken/testing/sweeping';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const minute = 60_000;
const day = 24 * 60 * minute;
let world: World;
let ann: Member;
let ben: Member;
beforeAll(async () => {
  world = await startWorld({ DURATIONS: JSON.stringify({ retentionSweep: 20 }) });
  ann = await world.member('Ann');
  ben = await world.member('Ben');
});
afterAll(() => world.close());

/** Stores each kind of record as of now; `closed` is the case of the report and of the lines about it. */
const closedCase = async (kind: 'reports' | 'notice' = 'reports', open = false) => {
  const id = randomUUID();
  await world.query(
    `insert into moderation_case (id, kind, subject, rank, opened_at, closed_at) values ($1, $2, $3, 2, $4, $5)`,
    [...[id, kind, kind === 'notice' ? null : ben.userId], ...[world.now(), open ? null : world.now()]],
  );
  return id;
};
const report = async (caseId: string) => {
  const id = randomUUID();
  await world.query(
    `insert into report (id, room_id, reporter, reported, reasons, no_repeat, at, case_id)
     values ($1, $2, $3, $4, '{written signs}', false, $5, $6)`,
    [id, `oneminute:${randomUUID()}`, ann.userId, ben.userId, world.now(), caseId],
  );
  return id;
};

const limits: readonly [promise: string, what: string, days: number, table: string, key: string, store: () => Promise<string>][] =
  [
    ['ENC-20', 'an encounter', 90, 'encounter', 'room_id', () => encountered(world, ann, ben)],
    ['MOD-16', 'a report that was decided', 365, 'report', 'id', async () => report(await closedCase())],
    ['MOD-16', 'a case that was decided', 365, 'moderation_case', 'id', () => closedCase()],
    [
      'MOD-16',
      'a notice that was decided',
      365,
      'notice',
      'case_id',
      async () => {
        const id = await closedCase('notice');
        await world.query(`insert into notice (case_id, at, words, language) values ($1, $2, 'words', 'en')`, [id, world.now()]);
        return id;
      },
    ],
    [
      'MOD-16',
      'a line of the ledger',
      365,
      'act',
      'id',
      async () => {
        const id = randomUUID();
        await world.query(`insert into act (id, at, kind) values ($1, $2, 'searched')`, [id, world.now()]);
        return id;
      },
    ],
    [
      'MOD-16',
      'the network a report came from',
      7,
      'report_origin',
      'report_id',
      async () => {
        const id = await report(await closedCase('reports', true));
        await world.query(`insert into report_origin (report_id, network, at) values ($1, 'hash', $2)`, [id, world.now()]);
        return id;
      },
    ],
    [
      'INV-5',
      'the hash of an address that was invited',
      7,
      'invited_address',
      'hash',
      async () => {
        const hash = randomUUID();
        await world.query('insert into invited_address (hash, invited_at) values ($1, $2)', [hash, world.now()]);
        return hash;
      },
    ],
    [
      'MOD-16',
      'the hash of a deleted account',
      7,
      'former_person',
      'hash',
      async () => {
        const hash = randomUUID();
        await world.query('insert into former_person (subject, hash, at) values ($1, $2, $3)', [randomUUID(), hash, world.now()]);
        return hash;
      },
    ],
    [
      'MEM-33',
      'the hash of a deleted account that has had a trial',
      3 * 365,
      'former_trial',
      'hash',
      async () => {
        const hash = randomUUID();
        await world.query('insert into former_trial (hash, at) values ($1, $2)', [hash, world.now()]);
        return hash;
      },
    ],
    [
      'ACC-22',
      'a signed-in browser that is not used',
      30,
      'session',
      'id',
      async () => {
        const id = randomUUID();
        await world.query('insert into session (id, account_id, created_at, last_used_at) values ($1, $2, $3, $4)', [
          ...[
            id,
            ann.userId,
            new Date(world.now().getTime() - 20 * day), // Signed in long ago, and used now.
            world.now(),
          ],
        ]);
        return id;
      },
    ],
    [
      'ACC-22',
      'a mailed link that has run out',
      30,
      'email_confirmation',
      'hash',
      async () => {
        const hash = randomUUID();
        await world.query('insert into email_confirmation (hash, account_id, created_at, expires_at) values ($1, $2, $3, $3)', [
          ...[hash, ann.userId, world.now()],
        ]);
        return hash;
      },
    ],
    [
      'VIS-2',
      'a visit',
      90,
      'visit',
      'id',
      async () => {
        const id = randomUUID();
        await world.query(
          `insert into visit (id, event, page, language, "by", at) values ($1, 'seen', '/', 'en', 'visitor', $2)`,
          [...[id, world.now()]],
        );
        return id;
      },
    ],
    [
      'GAT-58',
      'an answer to a survey',
      90,
      'survey_answer',
      'survey',
      async () => {
        const survey = randomUUID();
        await world.query('insert into survey_answer values ($1, $2, true, $3)', [survey, ann.userId, world.now()]);
        return survey;
      },
    ],
    [
      'GAT-58',
      'a gathering that has ended',
      90,
      'gathering',
      'id',
      async () => (await specialGathering(world, { startsIn: -minute, length: minute })).id,
    ],
    [
      'NOT-11',
      'a call',
      30,
      'ring',
      'id',
      async () => {
        const id = randomUUID();
        await world.query(`insert into ring values ($1, $2, $3, 'page', null)`, [
          ...[id, (await world.member(`Rung ${id}`)).userId, world.now()],
        ]);
        return id;
      },
    ],
    [
      'WAI-4',
      'a wait',
      90,
      'wait',
      'id',
      async () => {
        const id = randomUUID();
        await world.query(
          `insert into wait (id, pool, minute, waited_ms, outcome) values ($1, 'oneminute:anyone:open', $2, 1, 'met')`,
          [...[id, world.now()]],
        );
        return id;
      },
    ],
  ];

test.each(limits)('[%s] %s exists a minute before %i days have passed, and is deleted a minute after', async (...limit) => {
  const [, , days, table, key, store] = limit;
  const id = await store();
  const isThere = async () => (await world.query(`select 1 from ${table} where ${key} = $1`, [id])).length === 1;
  world.advance(days * day - minute);
  await swept(world);
  expect(await isThere()).toBe(true);
  world.advance(2 * minute);
  await swept(world);
  expect(await isThere()).toBe(false);
});

test('[INV-6] that the owner of an address has declined invitations is never deleted', async () => {
  await world.query('insert into invited_address (hash, declined_at) values ($1, $2)', ['declined', world.now()]);
  await world.query('insert into invited_address (hash, invited_at, declined_at) values ($1, $2, $2)', ['both', world.now()]);
  world.advance(3 * 365 * day);
  await swept(world);
  expect(await world.query(`select hash from invited_address where hash in ('declined', 'both')`)).toHaveLength(2);
});
