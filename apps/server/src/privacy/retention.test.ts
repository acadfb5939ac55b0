import { shippedDurations as durations } from '@unspoken/contract/durations';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { type Kept, kept, Retention } from './retention.ts';

/** Records which deletions were requested, and before which instant; `broken` fails. */
function sweeping(broken?: Kept) {
  const clock = new StandingClock(durations.reportsRetention * 2);
  const asked: [Kept, number][] = [];
  const faults: unknown[] = [];
  const forget = (name: Kept) => async (before: Date) => {
    asked.push([name, clock.now() - before.getTime()]);
    if (name === broken) throw new Error(name);
  };
  const records = Object.fromEntries((Object.keys(kept) as Kept[]).map((name) => [name, forget(name)])) as Record<
    Kept,
    ReturnType<typeof forget>
  >;
  const retention = new Retention({ clock, durations, records, fault: (error) => void faults.push(error) });
  return { clock, retention, asked, faults };
}

const day = 24 * 3_600_000;
const all: [Kept, number][] = [
  ['encounters', 90 * day],
  ['reports', 365 * day],
  ['ledger', 365 * day],
  ['networks', 7 * day],
  ['invitedAddresses', 7 * day],
  ['formerPeople', 7 * day],
  ['separations', 3 * 365 * day],
  ['sessions', 30 * day],
  ['counts', day],
  ['knownBrowsers', 180 * day],
  ['personalInvitations', 90 * day],
  ['guestAdds', 7 * day],
  ['veils', 7 * day],
  ['feelings', 8 * day],
  ['visits', 90 * day],
  ['gatherings', 90 * day],
  ['surveys', 90 * day],
  ['waits', 90 * day],
  ['rendezvous', 30 * day],
  ['books', 3_653 * day],
  ['providerEvents', 90 * day],
  ['declarations', 3 * 365 * day],
  ['dunningMails', 90 * day],
  ['formerTrials', 3 * 365 * day],
  ['files', 30 * day],
  ['uploads', day],
  ['welcoming', 365 * day],
  ['rings', 30 * day],
];

test('[ENC-20] [MOD-16] [VIS-2] [WAI-4] [NOT-11] every kind of record is deleted after its own period, every hour, until the process ends', async () => {
  const { clock, retention, asked } = sweeping();
  retention.start();
  await clock.advance(durations.retentionSweep - 1);
  expect(asked).toEqual([]);
  await clock.advance(1);
  expect(asked).toEqual(all);
  await clock.advance(durations.retentionSweep);
  expect(asked).toEqual([...all, ...all]);
  retention.stop();
  await clock.advance(10 * durations.retentionSweep);
  expect(asked).toEqual([...all, ...all]);
});

test('[MOD-16] a failing kind of record is reported, and does not delay others', async () => {
  const { retention, asked, faults } = sweeping('encounters');
  await retention.sweep();
  expect(asked).toEqual(all);
  expect(faults).toEqual([new Error('encounters')]);
});
