import { readdirSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { launchWithPicture } from '@unspoken/e2e/browsers';
import { Person } from '@unspoken/e2e/person';
import { startServer } from '@unspoken/e2e/server';
import { median } from '../../../tools/figures.ts';
import { statOf, ticksIn } from './processes.ts';

/**
 * What the portrait window, and within it soft pictures, the minute by sound, the veil and the guard, cost beside the bare picture, in runs that alternate: the processor time of both browsers in the minute, how old a
 * frame of oneself is when it is shown, and the time from the later Start to the first frame of the slower side. Source: requirements/looking 1.6.
 * `--runs`: how many of each.
 */
const runs = Number(process.argv[process.argv.indexOf('--runs') + 1] || 5) || 5;
const measured = 10_000;
const print = (line: string) => process.stdout.write(`${line}\n`);
const ways = ['bare', 'window', 'soft', 'sounds', 'veil', 'guard'] as const;
type Way = (typeof ways)[number];
/** What is chosen before Start. */
const choices: Partial<Record<Way, string>> = { soft: 'Begin softly', sounds: 'Hear and feel the minute' };

/** Seconds of processor time that all browsers under this process have used. Source: proc_pid_stat(5) */
function processorTime(except: readonly number[]): number {
  const parents = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = statOf(Number(name));
      parents.set(Number(name), { parent: Number(stat[1]), ticks: ticksIn(stat) });
    } catch {
      // It has just ended.
    }
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid)?.parent ?? 0));
  const ours = [...parents].filter(([pid]) => pid !== process.pid && !except.includes(pid) && isOurs(pid));
  return ours.reduce((sum, [, { ticks }]) => sum + ticks, 0) / 100;
}

interface Notes {
  pressed: number;
  frame: number;
}

/** Notes when Start is pressed and when the first frame of the partner after that is shown, epoch ms. */
function instrument(): void {
  const notes: Notes = { pressed: 0, frame: 0 };
  Object.assign(window, { notes });
  addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).textContent !== 'Start') return;
      Object.assign(notes, { pressed: Date.now(), frame: 0 });
      const video = document.querySelector<HTMLVideoElement>('[data-testid=partner]');
      video?.requestVideoFrameCallback((_now, { presentationTime }) => {
        notes.frame = performance.timeOrigin + presentationTime;
      });
    },
    true,
  );
}

/** How old the frames of oneself are when they are shown, ms, median of a second. */
const ageOfFrames = (page: Page): Promise<number> =>
  page.getByTestId('self').evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const ages: number[] = [];
        const look = (_now: number, { captureTime, expectedDisplayTime }: VideoFrameCallbackMetadata) => {
          if (captureTime !== undefined) ages.push(expectedDisplayTime - captureTime);
          if (ages.length === 30) resolve(ages.sort((a, b) => a - b)[15] as number);
          else (element as HTMLVideoElement).requestVideoFrameCallback(look);
        };
        (element as HTMLVideoElement).requestVideoFrameCallback(look);
        setTimeout(() => resolve(Number.NaN), 5_000);
      }),
  );

const durations = {
  introDuration: 1_000,
  connectionDuration: measured + 6_000,
  afterConnectionDuration: 300,
  guidanceDelay: 100,
  enteringRoom: 300,
  startButtonDelay: 1_500,
  positionGuideline: 100,
};
/** The guard is off unless an operator turns it on. */
const servers = { usual: await startServer(durations), guarded: await startServer(durations, { ADDITIONS: 'window,guard' }) };
const pids = () => Object.values(servers).map((each) => each.pid());
const browsers = [await launchWithPicture('red'), await launchWithPicture('blue')] as const;

async function once(way: Way, name: string): Promise<{ processor: number; age: number; first: number }> {
  const prepare = async (context: BrowserContext) => {
    await context.addInitScript(instrument);
    await context.addInitScript((isOn) => localStorage.setItem('unspoken.window.strangers', isOn ? 'on' : 'off'), way !== 'bare');
  };
  const people = await Promise.all(
    browsers.map((browser, i) =>
      Person.arrive(browser, servers[way === 'guard' ? 'guarded' : 'usual'].origin, `${name}${i}`, { member: true, prepare }),
    ),
  );
  const [ann, ben] = people as [Person, Person];
  await ann.connect();
  await ann.is('waiting');
  await ben.connect();
  await Promise.all(people.map((each) => each.is('preparing', 30_000)));
  const shape = await ann.page.getByTestId('self').evaluate((video) => (video as HTMLVideoElement).videoWidth);
  if ((shape === 180) !== (way !== 'bare')) throw new Error(`the picture is ${shape} wide with ${way}`);
  const age = await ageOfFrames(ann.page);
  const choice = choices[way];
  for (const { page } of choice ? people : []) {
    await page.getByText('More choices').click();
    await page.getByLabel(choice as string).check();
  }
  await Promise.all(people.map((each) => each.start()));
  await Promise.all(people.map((each) => each.is('connected')));
  if (way === 'veil') await ann.press('Veil');
  await ann.page.waitForTimeout(2_000);
  const before = processorTime(pids());
  await ann.page.waitForTimeout(measured);
  const processor = (processorTime(pids()) - before) / (measured / 1_000);
  const notes = await Promise.all(people.map(({ page }) => page.evaluate(() => (window as unknown as { notes: Notes }).notes)));
  const first = Math.max(...notes.map(({ frame }) => frame)) - Math.max(...notes.map(({ pressed }) => pressed));
  for (const each of people) await each.context.close();
  return { processor, age, first };
}

try {
  const figures: Record<Way, Awaited<ReturnType<typeof once>>[]> = {
    bare: [],
    window: [],
    soft: [],
    sounds: [],
    veil: [],
    guard: [],
  };
  for (let run = 0; run < runs; run++) for (const way of ways) figures[way].push(await once(way, `${way}${run}of`));
  const line = (way: Way, what: 'processor' | 'age' | 'first', unit: string, digits: number) => {
    const all = figures[way].map((each) => each[what]);
    const [least, middle, most] = [Math.min(...all), median(all), Math.max(...all)].map((each) => each.toFixed(digits));
    print(`${way.padEnd(8)} ${middle} ${unit} (${least} to ${most})`);
  };
  print(`processor of both browsers in the minute, ${runs} runs of ${measured / 1_000} s:`);
  for (const way of ways) line(way, 'processor', 'cores', 2);
  print('the same as a ratio to the bare picture of the same run:');
  for (const way of ways.slice(1)) {
    const ratios = figures[way].map(({ processor }, i) => processor / (figures.bare[i]?.processor ?? Number.NaN));
    const [least, middle, most] = [Math.min(...ratios), median(ratios), Math.max(...ratios)].map((each) => each.toFixed(2));
    print(`${way.padEnd(8)} ${middle} (${least} to ${most})`);
  }
  print('age of a frame of oneself when it is shown:');
  for (const way of ways) line(way, 'age', 'ms', 1);
  print('from the later Start to the first frame of the slower side:');
  for (const way of ways) line(way, 'first', 'ms', 0);
} finally {
  for (const browser of browsers) await browser.close();
  for (const server of Object.values(servers)) await server.stop();
}
