import type { BrowserContext } from '@playwright/test';
import { shippedDurations } from '@unspoken/contract/durations';
import { minuteOf, watchMinute } from '../src/minute.ts';
import { meet } from '../src/person.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { UdpLine } from '../src/udp-line.ts';

const story = storiesWith({});

/** Longer than the limit after which the connection is opened again, shorter than the limit after which it is given up, ms. */
const outage = 10_000;

story('[ENC-5] [ENC-15] with the shipped durations, ten seconds without a path do not move the end', async ({ person }) => {
  story.setTimeout(240_000);
  const line = new UdpLine({ roundTrip: 20, loss: 0, chance: () => 1 });
  const prepare = (context: BrowserContext) => line.join(context);
  const couple = [await person('red', 'Ann', { prepare }), await person('blue', 'Ben', { prepare })] as const;
  const [ann, ben] = couple;
  const both = (does: (each: typeof ann) => Promise<unknown>) => Promise.all(couple.map(does));
  const notice = (each: typeof ann) => each.page.getByText('Their connection is interrupted');
  for (const each of couple) {
    await each.enter();
    await watchMinute(each);
  }
  await meet(ann, ben);
  const began = performance.now();
  await Promise.all([ann.sees('blue'), ben.sees('red')]);

  // The middle of the minute.
  await ann.page.waitForTimeout(shippedDurations.connectionDuration / 2 - outage / 2 - (performance.now() - began));
  line.cut = true;
  const cutAt = performance.now();
  await both((each) => expect(notice(each)).toBeVisible());
  while (performance.now() < cutAt + outage) {
    await both((each) => expect(notice(each)).toBeVisible());
    await both((each) => each.is('connected'));
    await ann.page.waitForTimeout(500);
  }
  line.cut = false;
  await both((each) => expect(notice(each)).toBeHidden());
  await Promise.all([ann.sees('blue'), ben.sees('red')]);
  // The path was back before the minute was given up.
  await both((each) => each.is('connected'));

  await both((each) => each.is('disconnected', 40_000));
  const [a, b] = [await minuteOf(ann), await minuteOf(ben)];
  expect(Math.abs(a.disconnected - b.disconnected)).toBeLessThan(500);
  for (const { connected, disconnected } of [a, b])
    expect(Math.abs(disconnected - connected - shippedDurations.connectionDuration)).toBeLessThan(500);
  await both((each) => expect(each.page.getByRole('heading', { name: 'Thank you' })).toBeVisible());
  await both((each) => each.is('digesting'));
  for (const each of couple) expect(await each.counters()).toMatchObject({ completedMinutes: 1 });
  line.close();
});
