import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { launchOrdinary, launchWithPicture } from '@unspoken/e2e/browsers';
import { noteWakes, trackLive, wakesOf } from '@unspoken/e2e/live';
import { Person } from '@unspoken/e2e/person';
import { startServer } from '@unspoken/e2e/server';
import { median } from '../../../../tools/figures.ts';
import { connectBare, openBare, serveBare } from './bare.ts';
import { print } from './tab.ts';

/** How long each state is measured, ms, and how long it has lasted before. */
const [measured, settled] = [10_000, 2_000];
/** Callbacks that run within so many ms of another wake the processor once. */
const together = 10;
/** How many times slower the processor of the slowed minute is. */
const slowed = 6;

const states = ['lobby', 'lobby, hidden', 'waiting', 'waiting, hidden', 'minute', 'minute, hidden', 'minute, slowed'] as const;
type State = (typeof states)[number];
/** What a state of the product is compared with: a bare page that is empty, or shows two pictures, visible or not. */
const bareOf: Record<State, 'empty' | 'empty, hidden' | 'minute' | 'minute, hidden' | 'minute, slowed'> = {
  lobby: 'empty',
  'lobby, hidden': 'empty, hidden',
  waiting: 'empty',
  'waiting, hidden': 'empty, hidden',
  minute: 'minute',
  'minute, hidden': 'minute, hidden',
  'minute, slowed': 'minute, slowed',
};

interface Figures {
  /** Processor time of the tab's process, and of all processes of its browser, in cores. */
  readonly tab: number;
  readonly browser: number;
  /** Frames of both pictures that were dropped, and all of them. */
  readonly dropped: number;
  readonly frames: number;
  /** How often the tab woke in a second, and by what; only of pages that count. */
  readonly wakes?: number;
  readonly by?: Readonly<Record<string, number>>;
}

interface Process {
  readonly type: string;
  readonly id: number;
  readonly cpuTime: number;
}

const frames = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('video')].map((video) => video.getVideoPlaybackQuality());
    const sum = (of: 'droppedVideoFrames' | 'totalVideoFrames') => all.reduce((total, each) => total + each[of], 0);
    return { dropped: sum('droppedVideoFrames'), frames: sum('totalVideoFrames') };
  });

/** Measures a page as it is for a while. `ofBrowser`: a session of its browser; `counts`: whether the page counts what wakes it. */
async function measure(page: Page, ofBrowser: CDPSession, counts: boolean): Promise<Figures> {
  const processes = async () => ((await ofBrowser.send('SystemInfo.getProcessInfo')) as { processInfo: Process[] }).processInfo;
  const wait = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
  await wait(settled);
  const pictures = await frames(page);
  if (counts) await noteWakes(page);
  const [before, begun] = [await processes(), performance.now()];
  await wait(measured);
  const [after, seconds] = [await processes(), (performance.now() - begun) / 1_000];
  const used = after.map(({ type, id, cpuTime }) => ({
    type,
    spent: cpuTime - (before.find((each) => each.id === id)?.cpuTime ?? cpuTime),
  }));
  const spent = (wanted: (type: string) => boolean) =>
    used.filter(({ type }) => wanted(type)).reduce((sum, each) => sum + each.spent, 0) / seconds;
  const now = await frames(page);
  const cores = { tab: spent((type) => type === 'renderer'), browser: spent(() => true) };
  const shown = { dropped: now.dropped - pictures.dropped, frames: now.frames - pictures.frames };
  if (!counts) return { ...cores, ...shown };
  const { at, by } = await wakesOf(page);
  const times = at.filter((time, i) => i === 0 || time - (at[i - 1] ?? 0) > together).length;
  return { ...cores, ...shown, wakes: times / seconds, by };
}

interface Measured {
  readonly ours: Map<State, Figures[]>;
  readonly bare: Map<string, Figures[]>;
}

/** The states of a tab of the product and of bare pages in the same browser, in runs that alternate. */
export async function energy(runs: number): Promise<Measured> {
  const server = await startServer({
    introDuration: 1_000,
    connectionDuration: 3 * (measured + settled) + 30_000,
    afterConnectionDuration: 300,
    guidanceDelay: 100,
    enteringRoom: 300,
    startButtonDelay: 1_500,
    positionGuideline: 100,
  });
  const bare = await serveBare();
  const red = await launchOrdinary('red');
  const blue = await launchWithPicture('blue');
  const ours: Measured['ours'] = new Map(states.map((each) => [each, []]));
  const theirs: Measured['bare'] = new Map(Object.values(bareOf).map((each) => [each, []]));
  try {
    for (const origin of [server.origin, new URL(bare.url).origin]) await red.context.grantPermissions(['camera'], { origin });
    await trackLive(red.context);
    const ofBrowser = await (red.context.browser() as NonNullable<ReturnType<BrowserContext['browser']>>).newBrowserCDPSession();
    const front = await red.context.newPage();
    /** The page as it is, and behind another tab. */
    const both = async (page: Page, take: (isHidden: boolean, figures: Figures) => void) => {
      await page.bringToFront();
      take(false, await measure(page, ofBrowser, true));
      await front.bringToFront();
      await page.waitForFunction(() => document.visibilityState === 'hidden', undefined, { polling: 200 });
      take(true, await measure(page, ofBrowser, true));
      await page.bringToFront();
    };
    const slow = async (page: Page): Promise<Figures> => {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
      const figures = await measure(page, ofBrowser, true);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      return figures;
    };
    const product = async (run: number) => {
      const note = (state: 'lobby' | 'waiting' | 'minute') => (isHidden: boolean, figures: Figures) =>
        ours.get(isHidden ? `${state}, hidden` : state)?.push(figures);
      const ann = await Person.inContext(red.context, server.origin, `AnnEnergy${run}`, { member: true });
      const ben = await Person.arrive(blue, server.origin, `BenEnergy${run}`, { member: true });
      await both(ann.page, note('lobby'));
      await ann.connect();
      await ann.is('waiting');
      await both(ann.page, note('waiting'));
      await ben.connect();
      await Promise.all([ann, ben].map((each) => each.start()));
      await Promise.all([ann, ben].map((each) => each.is('connected', 30_000)));
      ours.get('minute, slowed')?.push(await slow(ann.page));
      await both(ann.page, note('minute'));
      await ann.is('connected');
      await ann.page.close();
      await ben.context.close();
    };
    const bareRun = async () => {
      const other = await blue.newContext({ permissions: ['camera'], viewport: { width: 1_280, height: 800 } });
      const pages = await openBare([red.context, other], bare.url);
      const [page] = pages;
      await both(page, (isHidden, figures) => theirs.get(isHidden ? 'empty, hidden' : 'empty')?.push(figures));
      await connectBare(pages);
      theirs.get('minute, slowed')?.push(await slow(page));
      await both(page, (isHidden, figures) => theirs.get(isHidden ? 'minute, hidden' : 'minute')?.push(figures));
      await page.close();
      await other.close();
    };
    for (let run = 0; run < runs; run++) {
      await product(run);
      await bareRun();
    }
    return { ours, bare: theirs };
  } finally {
    await red.close();
    await blue.close();
    bare.close();
    await server.stop();
  }
}

const spread = (all: readonly number[], digits: number): string =>
  all.length === 0
    ? ''
    : `${median(all).toFixed(digits)} (${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)})`;

/** Prints the states beside the bare pages; medians and ranges. */
export function printEnergy({ ours, bare }: Measured, runs: number): void {
  print(`\n${runs} runs, ${measured / 1_000} s of each state, processor slowed ${slowed} times in the slowed minute`);
  print('| state | tab, % of a core | bare | ratio | browser, % of a core | bare | ratio | wakes/s | bare |');
  print('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [state, figures] of ours) {
    const beside = bare.get(bareOf[state]) ?? [];
    const column = (of: 'tab' | 'browser') => {
      const [own, other] = [figures, beside].map((all) => all.map((each) => 100 * each[of])) as [number[], number[]];
      return [spread(own, 1), spread(other, 1), (median(own) / median(other)).toFixed(2)];
    };
    const wakes = [figures, beside].map((all) =>
      spread(
        all.flatMap(({ wakes }) => wakes ?? []),
        2,
      ),
    );
    print(`| ${[state, ...column('tab'), ...column('browser'), ...wakes].join(' | ')} |`);
  }
  const share = (all: readonly Figures[]) => all.map(({ dropped, frames }) => (100 * dropped) / frames);
  for (const state of ['minute', 'minute, slowed'] as const) {
    const [own, other] = [share(ours.get(state) ?? []), share(bare.get(state) ?? [])];
    const shown = (all: readonly Figures[] = []) =>
      spread(
        all.map(({ frames }) => frames),
        0,
      );
    print(
      `${state}: dropped frames ${spread(own, 2)} %, bare ${spread(other, 2)} %; frames ${shown(ours.get(state))}, bare ${shown(bare.get(state))}`,
    );
  }
  print('what wakes a hidden tab, callbacks in one measurement of the last run:');
  for (const state of states.filter((each) => each.endsWith('hidden')))
    print(`${state}: ${JSON.stringify(ours.get(state)?.at(-1)?.by ?? {})}`);
}
