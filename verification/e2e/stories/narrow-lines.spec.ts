import type { BrowserContext } from '@playwright/test';
import { shippedDurations } from '@unspoken/contract/durations';
import { long } from '../src/long.ts';
import { meet, type Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { UdpLine } from '../src/udp-line.ts';

// A whole minute, with the shipped limits for a picture that falters.
const { frameLost, frameTimeout, connectionDuration, introDuration, connectLimit } = shippedDurations;
const story = storiesWith({ ...shortDurations, connectionDuration, introDuration, connectLimit, frameLost, frameTimeout });

const framesSeen = (person: Person): Promise<number> =>
  person.page.getByTestId('partner').evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);

story('[ENC-18] at 64 kbit/s and 600 ms the minute completes, and the picture keeps moving', long, async ({ person }) => {
  story.setTimeout(180_000);
  const line = new UdpLine({ roundTrip: 600, loss: 0, chance: () => 1, bandwidth: 64_000 });
  const prepare = (context: BrowserContext) => line.join(context);
  const both = [await person('red', 'Ann', { prepare }), await person('blue', 'Ben', { prepare })] as const;
  const [ann, ben] = both;
  for (const each of both) await each.enter();
  await meet(ann, ben);
  await Promise.all([ann.sees('blue'), ben.sees('red')]);
  const [start, first] = [Date.now(), await Promise.all(both.map(framesSeen))];
  const linesSeen = (each: Person) => async () => (await each.sizeOf('partner'))[1];
  for (const each of both) await expect.poll(linesSeen(each), { timeout: 20_000 }).toBeLessThanOrEqual(160);
  let before = first;
  while (Date.now() - start < connectionDuration - 12_000) {
    await ann.page.waitForTimeout(4_000);
    const seen = await Promise.all(both.map(framesSeen));
    for (const i of [0, 1]) expect((seen[i] ?? 0) - (before[i] ?? 0)).toBeGreaterThan(0);
    before = seen;
  }
  const seconds = (Date.now() - start) / 1_000;
  // Of eight a second; this machine has other work.
  for (const i of [0, 1]) expect(((before[i] ?? 0) - (first[i] ?? 0)) / seconds).toBeGreaterThan(4);
  await Promise.all(both.map((each) => each.is('digesting', 30_000)));
  for (const each of both) await expect.poll(async () => (await each.counters()).completedMinutes).toBe(1);
  line.close();
});

story('[ENC-18] on a long way that is wide the whole picture comes soon', long, async ({ person }) => {
  const line = new UdpLine({ roundTrip: 600, loss: 0, chance: () => 1, bandwidth: 3_000_000 });
  const prepare = (context: BrowserContext) => line.join(context);
  const both = [await person('red', 'Ann', { prepare }), await person('blue', 'Ben', { prepare })] as const;
  for (const each of both) await each.enter();
  await meet(...both);
  await Promise.all(
    both.map((each) => expect.poll(async () => (await each.sizeOf('partner'))[1], { timeout: 30_000 }).toBe(240)),
  );
  await both[0].press('End connection');
  line.close();
});
