import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { Keys } from '../platform/keys.ts';
import { Attendance, type AttendanceOptions } from './attendance.ts';
import { regularRow } from './regular.ts';
import { Spaces } from './spaces.ts';
import type { GatheringRow } from './store.ts';
import { SurveyLinks, surveyLinkLife } from './survey-links.ts';
import { Surveys, type SurveysOptions } from './surveys.ts';

const regular = { time: '20:00', length: 900_000, zone: 'UTC' };
const row: GatheringRow = {
  ...regularRow({ zone: 'UTC', date: '2026-11-22' }, regular, 500),
  ...{ id: 'special', isRegular: false, name: 'A quiet hour', groupId: 'group', host: 'host' },
};
const [start, end] = [row.startsAt.getTime(), row.endsAt.getTime()];
const at = { now: 0 };
const clock = { now: () => at.now, after: () => () => {} };
const accounts = {
  transaction: <T>(run: (tx: never) => Promise<T>) => run(undefined as never),
  lockAgainstDeletion: async (_: unknown, ids: readonly string[]) => new Set(ids.filter((id) => id !== 'deleted')),
};
/** What happens at instants on both sides of a limit. */
const around = async <T>(limit: number, look: () => Promise<T> | T): Promise<T[]> => {
  const seen: T[] = [];
  for (const now of [limit - 1, limit]) {
    at.now = now;
    seen.push(await look());
  }
  return seen;
};

test('[GAT-53] a space is open from ten minutes before the start until ten minutes after the end', async () => {
  const spaces = new Spaces({
    ...{ clock, durations, schedule: { findByGroup: async (id) => (id === 'group' ? row : undefined) }, came: () => {} },
    store: { registration: async (_, id) => (id === 'ann' ? ({ leftAt: null } as never) : undefined) },
  });
  for (const each of ['host', 'ann']) {
    expect(await around(start - 600_000, () => spaces.mayEnter(each, 'group'))).toEqual([false, true]);
    expect(await around(end + 600_000, () => spaces.mayEnter(each, 'group'))).toEqual([true, false]);
  }
  at.now = start;
  expect([await spaces.mayEnter('ben', 'group'), await spaces.mayEnter('ann', 'other')]).toEqual([false, false]);
});

test('[GAT-50] people come until the end; one who is deleted meanwhile came nowhere, and many at once are one write', async () => {
  const written: string[][] = [];
  const faults: unknown[] = [];
  const attendance = new Attendance({
    ...{ clock, accounts, fault: (error: unknown) => faults.push(error) },
    store: { add: async (_: never, __: never, rows: { accountId: string }[]) => void written.push(rows.map((r) => r.accountId)) },
  } as unknown as AttendanceOptions);
  const settled = () => new Promise((resume) => setTimeout(resume, 5));
  for (const now of [end - 1, end]) {
    at.now = now;
    for (const each of ['ann', 'deleted', 'ben']) attendance.came(row, each);
    await settled();
  }
  expect([written, faults]).toEqual([[['ann', 'ben']], []]);
});

test('[GAT-54] [GAT-55] a survey is open for 610 s after the end, and by a link for thirty days', async () => {
  const links = new SurveyLinks(new Keys('one secret of this installation'));
  const surveys = new Surveys({
    ...{ accounts, links, clock, durations, publicUrl: 'https://example.org' },
    gatherings: { byId: async () => row },
    store: { concerns: async () => true, put: async () => {} },
  } as unknown as SurveysOptions);
  const answer = (by: { accountId?: string; token?: string }) => () =>
    surveys.answer({ survey: row.id, yes: true, ...by }).then(
      () => 'taken',
      ({ code }: { code: string }) => code,
    );
  const signedIn = answer({ accountId: 'ann' });
  expect(await around(end, signedIn)).toEqual(['survey_closed', 'taken']);
  expect(await around(end + 610_000, signedIn)).toEqual(['taken', 'survey_closed']);
  const token = surveys.signedLink('ann', row).split('?t=')[1] ?? '';
  expect(await around(end + surveyLinkLife, answer({ token }))).toEqual(['taken', 'survey_closed']);
  at.now = end;
  const late = links.token('deleted', row.id, end + 1);
  expect([await answer({ accountId: 'deleted' })(), await answer({ token: late })()]).toEqual([
    'sign_in_required',
    'survey_closed',
  ]);
});
