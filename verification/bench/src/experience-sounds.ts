import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { launchFirefox, launchWithPicture } from '@unspoken/e2e/browsers';
import { connectIn, experienceDurations, importShort, subscribe } from '@unspoken/e2e/experiences';
import { startedSounds, switchedMicrophones, tapSound } from '@unspoken/e2e/listening';
import { Person } from '@unspoken/e2e/person';
import { type RunningServer, startServer } from '@unspoken/e2e/server';
import { median, percentile } from '../../../tools/figures.ts';
import { delayedLine } from './delayed-line.ts';

/**
 * `npm run bench:sounds -- --pairs chromium,firefox --round-trips 0,200 --runs 5 --sessions 14`: how far apart the two sides of an
 * experience hear the start of each sound; how far its texts and the edges of its microphones lie from the instants that the server
 * names. Every session has three sounds. The floor, before each run: two pages that schedule a tone for one instant of the machine's
 * clock without any server, measured alike. Source: requirements/experiences 18.1 to 18.5.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: 'chromium,firefox' },
    'round-trips': { type: 'string', default: '0,200' },
    runs: { type: 'string', default: '5' },
    sessions: { type: 'string', default: '14' },
  },
});
const [runs, sessions] = [Number(values.runs), Number(values.sessions)];
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A script of seconds, so that many sessions fit into a run. */
const durations = {
  ...experienceDurations,
  enteringRoom: 100,
  startButtonDelay: 100,
  afterConnectionDuration: 300,
  endQuiet: 100,
};

/** Notes when the instructions of the script appear, and the starts that the server names. */
interface Noted {
  readonly texts: Map<string, number>;
  begun: number;
}

async function note(page: Page): Promise<() => Promise<Noted>> {
  let begun = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const found = /"room:begin",\{[^}]*"startsAt":([\d.]+)/.exec(payload.toString());
      if (found) begun = Number(found[1]);
    }),
  );
  await page.addInitScript(() => {
    const texts: [string, number][] = [];
    Object.assign(window, { texts });
    new MutationObserver(() => {
      const text = document.querySelector('[data-testid="instruction"]')?.textContent;
      if (text && texts.at(-1)?.[0] !== text) texts.push([text, performance.timeOrigin + performance.now()]);
    }).observe(document, { subtree: true, childList: true });
  });
  return async () => {
    const texts = await page.evaluate(() => (window as unknown as { texts: [string, number][] }).texts.splice(0));
    return { texts: new Map(texts), begun };
  };
}

/** How far apart two pages play a tone that both schedule for one instant of the machine's clock, ms. */
async function floorOf(pages: readonly Page[]): Promise<number> {
  const at = Date.now() + 1_500;
  const starts = await Promise.all(
    pages.map((page) =>
      page.evaluate(async (instant) => {
        const context = new AudioContext();
        await context.resume();
        const offsets: number[] = [];
        for (let i = 0; i < 9; i++) {
          await new Promise((resume) => setTimeout(resume, 50));
          const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
          offsets.push(contextTime - performanceTime / 1_000);
        }
        const middle = offsets.sort((a, b) => a - b)[4] ?? 0;
        const when = (instant - performance.timeOrigin) / 1_000 + middle;
        const source = context.createBufferSource();
        source.buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
        source.connect(context.destination);
        source.start(when);
        const tap = (window as unknown as { tap: { started: { startsAt: number }[] } }).tap;
        const own = tap.started.at(-1);
        await new Promise((resume) => setTimeout(resume, 1_800));
        await context.close();
        return own?.startsAt ?? 0;
      }, at),
    ),
  );
  return Math.abs((starts[0] ?? 0) - (starts[1] ?? 0));
}

/** One session of the two; the distances of what happened in it, ms. */
async function session(ann: Person, ben: Person, noted: readonly (() => Promise<Noted>)[]) {
  const before = await Promise.all([ann, ben].map(async ({ page }) => (await startedSounds(page)).length));
  const switchedBefore = await Promise.all([ann, ben].map(async ({ page }) => (await switchedMicrophones(page)).length));
  await connectIn(ann);
  await ann.is('waiting');
  await connectIn(ben);
  await Promise.all([ann.start(), ben.start()]);
  await Promise.all([ann.is('disconnected', 40_000), ben.is('disconnected', 40_000)]);
  await ann.page.waitForTimeout(1_700);
  const starts = await Promise.all([ann, ben].map(({ page }) => startedSounds(page)));
  const own = starts.map((each, i) => each.slice(before[i]).map(({ startsAt }) => startsAt));
  const apart = (own[0] ?? []).map((each, i) => Math.abs(each - (own[1]?.[i] ?? Number.NaN)));
  const switched = await Promise.all([ann, ben].map(({ page }) => switchedMicrophones(page)));
  const looks = await Promise.all(noted.map((each) => each()));
  const texts = looks.flatMap(({ texts: seen, begun }) =>
    [...seen.values()].map((at, i) => at - begun - ([2_000, 7_500][i] ?? 0)),
  );
  const edges = switched.flatMap((all, i) =>
    all.slice(switchedBefore[i]).flatMap(({ at, isOn }) => {
      const due = (looks[i]?.begun ?? 0) + (i === 0 ? (isOn ? 2_500 : 7_500) : isOn ? 7_500 : 12_500);
      // What is attached or taken off before and after the connection has no window.
      return Math.abs(at - due) < 2_000 ? [at - due] : [];
    }),
  );
  for (const each of [ann, ben]) {
    await each.moveOn();
    await each.is('present');
  }
  return { apart, texts: texts.map(Math.abs), edges: edges.map(Math.abs) };
}

const figures = (all: readonly number[]) =>
  `n ${all.length}, p50 ${median([...all]).toFixed(1)} ms, p99 ${percentile([...all], 0.99).toFixed(1)} ms`;

async function measure(other: 'chromium' | 'firefox', roundTrip: number, server: RunningServer): Promise<void> {
  const port = Number(new URL(server.origin).port);
  const all = { apart: [] as number[], texts: [] as number[], edges: [] as number[], floor: [] as number[] };
  for (let run = 0; run < runs; run++) {
    const line = await delayedLine(port, roundTrip);
    const browsers: Browser[] = [
      await launchWithPicture('red'),
      other === 'firefox' ? await launchFirefox() : await launchWithPicture('blue'),
    ];
    const people: Person[] = [];
    const noted: (() => Promise<Noted>)[] = [];
    for (const [i, browser] of browsers.entries()) {
      const isFirefox = i === 1 && other === 'firefox';
      const name = `${['Ann', 'Ben'][i]}${other}${roundTrip}x${run}`;
      const person = await Person.arrive(browser, server.origin, name, {
        member: true,
        ...(isFirefox ? { camera: false } : { microphone: true }),
      });
      people.push(person);
    }
    await subscribe(server, ...people);
    for (const person of people) {
      await tapSound(person.page);
      noted.push(await note(person.page));
      const token = person.token;
      await person.page.goto(`${line.origin}/robots.txt`);
      await person.page.evaluate((given) => localStorage.setItem('unspoken.token', given), token);
      await person.page.goto(line.origin);
      await person.is('present');
      await person.page.locator('body').click();
    }
    const [ann, ben] = people as [Person, Person];
    all.floor.push(await floorOf([ann.page, ben.page]));
    for (let i = 0; i < sessions; i++) {
      const { apart, texts, edges } = await session(ann, ben, noted);
      all.apart.push(...apart.filter(Number.isFinite));
      all.texts.push(...texts);
      all.edges.push(...edges);
    }
    for (const browser of browsers) await browser.close();
    line.close();
    print(`chromium with ${other}, ${roundTrip} ms, run ${run + 1}: sounds ${figures(all.apart)}`);
  }
  print(`chromium with ${other}, round trip ${roundTrip} ms, ${runs} runs`);
  print(`  starts of sounds apart: ${figures(all.apart)}; floor: ${figures(all.floor)}`);
  print(`  texts from their instants: ${figures(all.texts)}`);
  print(`  edges of microphones from their instants: ${figures(all.edges)}`);
}

const server = await startServer(durations);
await importShort(server);
for (const other of values.pairs.split(','))
  for (const roundTrip of values['round-trips'].split(',').map(Number))
    await measure(other as 'chromium' | 'firefox', roundTrip, server);
await server.stop();
