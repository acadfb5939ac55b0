import { briefDurations, encounter } from '../src/encounter-ways.ts';
import { countOf, type LiveKind, liveIn, liveKinds, trackLive } from '../src/live.ts';
import type { Person } from '../src/person.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(briefDurations);

/** What is live in this lobby at most: timers run out and begin again. */
async function usual({ page }: Person): Promise<Record<LiveKind, number>> {
  const looks: Record<LiveKind, number>[] = [];
  for (let look = 0; look < 15; look++) {
    looks.push(countOf(await liveIn(page)));
    await page.waitForTimeout(200);
  }
  return Object.fromEntries(liveKinds.map((kind) => [kind, Math.max(...looks.map((each) => each[kind]))])) as never;
}

/** What is live beyond that, with where it was begun. The one context of the page may stay, at rest. */
async function left({ page }: Person, before: Readonly<Record<LiveKind, number>>): Promise<string[]> {
  const live = await liveIn(page);
  const resting = live.filter(({ kind, what }) => kind === 'audio context' && what === 'suspended').slice(0, 1);
  const others = live.filter((each) => !resting.includes(each));
  const count = countOf(others);
  return others.filter(({ kind }) => count[kind] > before[kind]).map(({ kind, what, stack }) => `${kind} ${what}\n${stack}`);
}

story('[WEB-280] three encounters leave nothing running in the lobby', async ({ person }) => {
  const counted = { member: true, prepare: trackLive };
  const couple: [Person, Person] = [await person('red', 'Ann', counted), await person('blue', 'Ben', counted)];
  const before = await Promise.all(couple.map(usual));
  for (const way of ['soft', 'sounds', 'veiled'] as const) await encounter(couple, way);
  for (const [i, each] of couple.entries())
    await expect.poll(() => left(each, before[i] as (typeof before)[number]), { timeout: 15_000 }).toEqual([]);
});
