import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, expect, type Page } from '@playwright/test';
import { launchFirefox, launchWithPicture } from '@unspoken/e2e/browsers';
import { connectIn, experienceDurations, importShort, subscribe, windows } from '@unspoken/e2e/experiences';
import { startedSounds, switchedMicrophones, tapSound } from '@unspoken/e2e/listening';
import { Person } from '@unspoken/e2e/person';
import { admin, type RunningServer, startServer } from '@unspoken/e2e/server';
import { contentFolder, tone } from '@unspoken/testing/content/folder';
import { median, percentile } from '../../../tools/figures.ts';
import { type DelayedLine, delayedLine } from './delayed-line.ts';

/**
 * `npm run bench:sounds -- --pairs chromium,firefox --round-trips 0,200 --runs 5 --sessions 5 --couples 3 --with-windows 2`: how far apart
 * the two sides of an experience hear the start of each sound. Every session has three sounds and takes some seconds; several couples
 * meet at once, each in an experience of its own. Then sessions with texts and microphones: how far these lie from the instants that the
 * server names. The floor, before each run: two pages that schedule a tone for one instant of the machine's clock without any
 * server, measured alike. Firefox plays nothing on a machine without a sound device, unless a sound server runs there, such as PulseAudio
 * with `module-null-sink`. Source: requirements/experiences 18.1 to 18.5.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: 'chromium,firefox' },
    'round-trips': { type: 'string', default: '0,200' },
    runs: { type: 'string', default: '5' },
    sessions: { type: 'string', default: '5' },
    couples: { type: 'string', default: '3' },
    'with-windows': { type: 'string', default: '2' },
  },
});
const [runs, sessions, couples] = [Number(values.runs), Number(values.sessions), Number(values.couples)];
const withWindows = Number(values['with-windows']);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A script of seconds, so that many sessions fit into a run. */
const durations = {
  ...experienceDurations,
  enteringRoom: 100,
  startButtonDelay: 100,
  afterConnectionDuration: 300,
  endQuiet: 100,
  // A distant server needs more than one attempt of the stories lasts.
  scriptAttempt: 3_000,
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

type WithSound = Window & { context: AudioContext; tap: { started: { startsAt: number }[] } };

/** Opens an output for sound at a page. Firefox has none on a machine without a sound device or a sound server. */
async function openSound(page: Page): Promise<void> {
  // A page plays nothing before its first click; this one changes nothing.
  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(() => {
    const context = new AudioContext();
    Object.assign(window, { context });
    void context.resume();
  });
  // Before the device plays, the browser knows no pair of instants at its output.
  const played = () => page.evaluate(() => (window as unknown as WithSound).context.getOutputTimestamp().performanceTime ?? 0);
  await expect.poll(played, { message: 'the browser has no output for sound', timeout: 15_000 }).toBeGreaterThan(0);
}

/** How far apart two pages play a tone that both schedule for one instant of the machine's clock, ms. */
async function floorOf(pages: readonly Page[]): Promise<number> {
  for (const page of pages) await openSound(page);
  const at = Date.now() + 1_500;
  const starts = await Promise.all(
    pages.map((page) =>
      page.evaluate(async (instant) => {
        const { context, tap } = window as unknown as WithSound;
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
        const own = tap.started.at(-1);
        await new Promise((resume) => setTimeout(resume, 1_800));
        await context.close();
        return own?.startsAt ?? 0;
      }, at),
    ),
  );
  const [one = 0, other = 0] = starts;
  if (one === 0 || other === 0) throw new Error('a start was not recorded');
  return Math.abs(one - other);
}

const lengths = { intro: 1_500, connection: 3_500, after: 1_500 } as const;

/** Experiences of seconds with three sounds each, one for every couple. */
async function importTones(server: RunningServer): Promise<void> {
  const folder = await contentFolder();
  const sounds = join(folder.path, 'sounds');
  await writeFile(join(sounds, 'short.mp3'), await tone(800));
  const heard = (start: number) => ({
    start,
    files: { en: { media: '../sounds/short.mp3', cues: [{ from: 0, to: 800, text: 'Hear.' }] } },
  });
  for (let i = 0; i < couples; i++)
    await folder.write(`tones${i}`, {
      script: {
        ...{ languages: ['en'], name: { en: `Tones ${i}` }, description: { en: 'Three tones.' } },
        ...{ introDuration: lengths.intro, connectionDuration: lengths.connection, afterConnectionDuration: lengths.after },
        ...{ introAudio: heard(200), mainAudio: heard(300), afterConnectionAudio: heard(300) },
        ...{ userAudioChanges: [], introTextInstructions: [], textInstructions: [] },
      },
    });
  await admin(server, 'experiences', 'import', folder.path);
  await folder.remove();
}

interface Couple {
  readonly people: readonly [Person, Person];
  readonly noted: readonly (() => Promise<Noted>)[];
}

/** One session of the two, to its end and back to the lobby. */
async function session({ people: [ann, ben] }: Couple, name?: string): Promise<void> {
  await connectIn(ann, name);
  await ann.is('waiting');
  await connectIn(ben, name);
  await Promise.all([ann.start(), ben.start()]);
  await Promise.all([ann.is('disconnected', 40_000), ben.is('disconnected', 40_000)]);
  await ann.page.waitForTimeout(1_400);
  for (const each of [ann, ben]) {
    await each.moveOn();
    await each.is('present');
  }
}

/** A start further apart than this is printed, ms. */
const limit = 50;
const sounds = ['intro', 'connection', 'after'] as const;
/** Sessions in which a side did not start each of the three sounds. */
let uneven = 0;

/** How far apart the two heard each sound of a session, ms. */
async function soundsOf(couple: Couple, name: string): Promise<readonly number[]> {
  const { people } = couple;
  const before = await Promise.all(people.map(async ({ page }) => (await startedSounds(page)).length));
  await session(couple, name);
  const [ours = [], theirs = []] = await Promise.all(
    people.map(async ({ page }, i) => (await startedSounds(page)).slice(before[i])),
  );
  if (ours.length !== 3 || theirs.length !== 3) uneven++;
  return ours.slice(0, theirs.length).flatMap((each, i) => {
    const other = theirs[i];
    if (!other) return [];
    const apart = Math.abs(each.startsAt - other.startsAt);
    const skips = [each.skipped, other.skipped].map((ms) => ms.toFixed(1)).join(' and ');
    if (apart > limit) print(`  ${sounds[i]}: ${apart.toFixed(1)} ms apart; the outputs skipped ${skips} ms around it`);
    return [apart];
  });
}

/** How far the texts and the microphones of a session were from their instants, ms. */
async function eventsOf(couple: Couple): Promise<{ readonly texts: readonly number[]; readonly edges: readonly number[] }> {
  const { people, noted } = couple;
  const before = await Promise.all(people.map(async ({ page }) => (await switchedMicrophones(page)).length));
  await session(couple);
  const looks = await Promise.all(noted.map((each) => each()));
  // Both are sent the same start; of Firefox, the driver reports no frames.
  const begun = Math.max(...looks.map((each) => each.begun));
  if (begun === 0) throw new Error('no start was seen on the wire');
  const switched = await Promise.all(people.map(async ({ page }, i) => (await switchedMicrophones(page)).slice(before[i])));
  const texts = looks.flatMap(({ texts: seen }) =>
    [...seen.values()].map((at, i) => Math.abs(at - begun - (i === 0 ? 2_000 : 7_500))),
  );
  const edges = switched.flatMap((all, i) =>
    all.flatMap(({ at, isOn }) => {
      const window = windows[i as 0 | 1];
      const off = Math.abs(at - begun - (isOn ? window.from : window.to));
      // What is attached or taken off before and after the connection has no window.
      return off < 2_000 ? [off] : [];
    }),
  );
  return { texts, edges };
}

const figures = (all: readonly number[]) =>
  all.length === 0
    ? 'none'
    : `n ${all.length}, p50 ${median(all).toFixed(1)} ms, p99 ${percentile(all, 0.99).toFixed(1)} ms, longest ${Math.max(...all).toFixed(1)} ms`;

/** Two subscribers in their lobbies, who reach the server by a line. */
async function couple(browsers: readonly Browser[], isFirefox: boolean, name: string, place: Place): Promise<Couple> {
  const people: Person[] = [];
  const noted: (() => Promise<Noted>)[] = [];
  for (const [i, browser] of browsers.entries()) {
    const options = { member: true, ...(i === 1 && isFirefox ? { camera: false } : { microphone: true }) };
    const person = await Person.arrive(browser, place.line.origin, `${['Ann', 'Ben'][i]}${name}`, options);
    await tapSound(person.page);
    noted.push(await note(person.page));
    people.push(person);
  }
  // This loads the pages again, with what was added to them above.
  await subscribe(place.server, ...people);
  return { people: people as [Person, Person], noted };
}

/** A server, and the line by which people reach it. */
interface Place {
  readonly server: RunningServer;
  readonly line: DelayedLine;
}

interface Found {
  readonly apart: number[];
  readonly floor: number[];
  readonly texts: number[];
  readonly edges: number[];
}

type Other = 'chromium' | 'firefox';

/** All couples of one run, in two browsers of their own. */
async function measureRun(place: Place, other: Other, run: number, found: Found): Promise<void> {
  const isFirefox = other === 'firefox';
  const browsers: Browser[] = [];
  try {
    browsers.push(await launchWithPicture('red'));
    browsers.push(isFirefox ? await launchFirefox() : await launchWithPicture('blue'));
    const all: Couple[] = [];
    for (let i = 0; i < couples; i++) all.push(await couple(browsers, isFirefox, `${other}x${run}x${i}`, place));
    found.floor.push(await floorOf(all[0]?.people.map(({ page }) => page) ?? []));
    await Promise.all(
      all.map(async (each, i) => {
        for (let n = 0; n < sessions; n++) found.apart.push(...(await soundsOf(each, `Tones ${i}`)));
      }),
    );
    if (run > 0 || !all[0]) return;
    for (let n = 0; n < withWindows; n++) {
      const { texts, edges } = await eventsOf(all[0]);
      found.texts.push(...texts);
      found.edges.push(...edges);
    }
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
  }
}

async function measure(place: Place, other: Other, roundTrip: number): Promise<void> {
  const found: Found = { apart: [], floor: [], texts: [], edges: [] };
  for (let run = 0; run < runs; run++) {
    await measureRun(place, other, run, found);
    print(`chromium with ${other}, ${roundTrip} ms, after run ${run + 1}: ${figures(found.apart)}`);
  }
  print(`chromium with ${other}, round trip ${roundTrip} ms, ${runs} runs of ${couples} couples`);
  print(`  starts of sounds apart: ${figures(found.apart)}; floor: ${figures(found.floor)}`);
  print(`  sessions with a sound missing: ${uneven} of all so far`);
  print(`  texts from their instants: ${figures(found.texts)}; edges of microphones: ${figures(found.edges)}`);
}

for (const roundTrip of values['round-trips'].split(',').map(Number)) {
  const line = await delayedLine(roundTrip);
  const server = await startServer(durations, { PUBLIC_URL: line.origin });
  // A server that outlived a failure would keep the benchmark's output open, and whatever reads it waiting.
  try {
    line.leadTo(Number(new URL(server.origin).port));
    await importShort(server);
    await importTones(server);
    for (const other of values.pairs.split(',')) await measure({ server, line }, other as Other, roundTrip);
  } finally {
    await server.stop();
    line.close();
  }
}
