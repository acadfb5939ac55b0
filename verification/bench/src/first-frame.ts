import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, errors, type Page } from '@playwright/test';
import { launchWithPicture } from '@unspoken/e2e/browsers';
import { Person } from '@unspoken/e2e/person';
import { startServer } from '@unspoken/e2e/server';
import { UdpLine } from '@unspoken/e2e/udp-line';
import { median, percentile } from '../../../tools/figures.ts';

/**
 * The time from when both have pressed Start to the partner's first decoded frame, of the slower side: the product compared with
 * a baseline, a bare page with a connection opened beforehand and `replaceTrack` on Start. Rounds of the two alternate on the
 * same path. Then the time lost during the minute, and the time between the two starts. Source: requirements/promises 6.
 * `--rounds`: for each round trip; `--round-trip`: only this one, ms.
 */
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1] || 8) || 8;
const only = process.argv.indexOf('--round-trip');
const roundTrips = only < 0 ? [0, 40, 100] : [Number(process.argv[only + 1])];

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * What each page records: when Start was pressed, and when each decoded frame of the partner was submitted for display
 * (`presentationTime`; the page's callback runs at its next rendering). Epoch ms.
 */
interface Notes {
  pressed: number;
  frames: number[];
  connected: number;
}

function instrument(): void {
  const notes: Notes = { pressed: 0, frames: [], connected: 0 };
  Object.assign(window, { notes });
  const now = () => performance.timeOrigin + performance.now();
  const Real = RTCPeerConnection;
  window.RTCPeerConnection = class extends Real {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener('track', ({ track, streams }) => {
        const video = document.createElement('video');
        video.muted = true;
        video.srcObject = streams[0] ?? new MediaStream([track]);
        void video.play();
        const frame = (_now: number, { presentationTime }: VideoFrameCallbackMetadata) => {
          notes.frames.push(performance.timeOrigin + presentationTime);
          video.requestVideoFrameCallback(frame);
        };
        video.requestVideoFrameCallback(frame);
      });
    }
  };
  addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).textContent === 'Start') Object.assign(notes, { pressed: now(), frames: [], connected: 0 });
    },
    true,
  );
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => {
      if (document.body.dataset.userState === 'connected' && notes.connected === 0) notes.connected = now();
    }).observe(document.body, { attributes: true });
  });
}

const notesOf = (page: Page): Promise<Notes> => page.evaluate(() => (window as unknown as { notes: Notes }).notes);

/** The time from the later press to the later first frame, ms. */
async function firstFrame(pages: readonly Page[]): Promise<number> {
  for (const page of pages)
    await page.waitForFunction(() => (window as unknown as { notes: Notes }).notes.frames.length > 0, undefined, { polling: 20 });
  const notes = await Promise.all(pages.map(notesOf));
  const pressed = Math.max(...notes.map((each) => each.pressed));
  return Math.max(...notes.map((each) => (each.frames.find((at) => at >= each.pressed) ?? Number.NaN) - pressed));
}

/** The baseline: two bare pages, for which this process does the signalling. */
async function floorOnce(contexts: readonly [BrowserContext, BrowserContext], url: string): Promise<number> {
  const pages = await Promise.all(contexts.map((each) => each.newPage()));
  try {
    return await floorOn(pages as [Page, Page], url);
  } finally {
    await Promise.all(pages.map((page) => page.close()));
  }
}

async function floorOn(pages: readonly [Page, Page], url: string): Promise<number> {
  const [caller, callee] = pages;
  for (const page of pages) await page.goto(url);
  for (const [page, other] of [
    [caller, callee],
    [callee, caller],
  ] as const)
    await page.exposeFunction('candidateFound', (candidate: RTCIceCandidateInit) =>
      other
        .evaluate((given) => (window as unknown as { peer: RTCPeerConnection }).peer.addIceCandidate(given), candidate)
        .catch(() => {}),
    );
  for (const page of pages)
    await page.evaluate(async () => {
      const peer = new RTCPeerConnection();
      const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 1_280, height: 720 } });
      const found = (window as unknown as { candidateFound: (candidate: object) => void }).candidateFound;
      peer.onicecandidate = ({ candidate }) => candidate && found(candidate.toJSON());
      Object.assign(window, { peer, camera: stream.getVideoTracks()[0] });
    });
  const offer = await caller.evaluate(async () => {
    const { peer } = window as unknown as { peer: RTCPeerConnection };
    Object.assign(window, { sender: peer.addTransceiver('video', { direction: 'sendrecv' }).sender });
    await peer.setLocalDescription();
    return peer.localDescription?.toJSON() as RTCSessionDescriptionInit;
  });
  const answer = await callee.evaluate(async (given) => {
    const { peer } = window as unknown as { peer: RTCPeerConnection };
    await peer.setRemoteDescription(given);
    const [transceiver] = peer.getTransceivers();
    if (transceiver) transceiver.direction = 'sendrecv';
    Object.assign(window, { sender: transceiver?.sender });
    await peer.setLocalDescription();
    return peer.localDescription?.toJSON() as RTCSessionDescriptionInit;
  }, offer);
  await caller.evaluate((given) => (window as unknown as { peer: RTCPeerConnection }).peer.setRemoteDescription(given), answer);
  for (const page of pages)
    await page.waitForFunction(() => (window as unknown as { peer: RTCPeerConnection }).peer.connectionState === 'connected');
  await caller.waitForTimeout(500);
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Start' }).click()));
  return firstFrame(pages);
}

const floorPage = `<!doctype html><title>floor</title><button onclick="sender.replaceTrack(camera)">Start</button>`;
const floor = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(floorPage));
await new Promise<void>((resolve) => floor.listen(0, '127.0.0.1', resolve));
const floorUrl = `http://localhost:${(floor.address() as AddressInfo).port}`;

const server = await startServer({
  introDuration: 4_000,
  connectionDuration: 8_000,
  afterConnectionDuration: 300,
  guidanceDelay: 100,
  enteringRoom: 300,
  startButtonDelay: 1_500,
  positionGuideline: 100,
});
const [red, blue] = [await launchWithPicture('red'), await launchWithPicture('blue')];

/** Two people in the product, on this path. */
async function people(line: UdpLine, name: string): Promise<[Person, Person]> {
  const prepare = async (context: BrowserContext) => {
    await context.addInitScript(instrument);
    await line.join(context);
  };
  const ann = await Person.arrive(red, server.origin, `Ann${name}`, { prepare });
  const ben = await Person.arrive(blue, server.origin, `Ben${name}`, { prepare });
  for (const each of [ann, ben]) await each.enter();
  return [ann, ben];
}

/** Ends the minute by the button, unless it ends naturally first: then the button disappears, perhaps during the click. */
async function end({ page }: Person): Promise<void> {
  const isOn = async () => (await page.locator('body').getAttribute('data-user-state')) === 'connected';
  const button = page.getByRole('button', { name: 'End connection', exact: true });
  while (await isOn())
    await button.click({ timeout: 1_000 }).catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
}

/** How many rounds of one part may fail before the figures of the others are meaningless. */
const mostFailures = Math.max(2, Math.ceil(rounds / 2));

/**
 * Repeats until `rounds` rounds are complete. A busy machine can end a minute early; such a round would measure the machine, so it
 * is reported and left out, and both people start again in the lobby.
 */
async function wholeRounds(couple: readonly [Person, Person], round: () => Promise<void>): Promise<void> {
  let failures = 0;
  for (let complete = 0; complete < rounds; ) {
    try {
      await round();
      complete++;
    } catch (error) {
      if (++failures > mostFailures) throw error;
      print(`a round broke off and is left out: ${(error as Error).message.split('\n')[0]}`);
      for (const each of couple) {
        await each.goto('/');
        await each.is('present');
      }
    }
  }
}

/** One encounter up to the running minute; then `during`, then back to the lobby. */
async function encounter([ann, ben]: [Person, Person], during: () => Promise<void>): Promise<{ first: number; apart: number }> {
  await ann.connect();
  await ann.is('waiting');
  await ben.connect();
  for (const each of [ann, ben]) await each.page.getByRole('button', { name: 'Start', exact: true }).waitFor({ timeout: 20_000 });
  await Promise.all([ann, ben].map((each) => each.press('Start')));
  const first = await firstFrame([ann.page, ben.page]);
  await Promise.all([ann.is('connected'), ben.is('connected')]);
  await during();
  const [one, other] = await Promise.all([ann, ben].map((each) => notesOf(each.page)));
  const apart = Math.abs((one?.connected ?? 0) - (other?.connected ?? 0));
  await end(ann);
  for (const each of [ann, ben]) {
    await each.is('digesting');
    await each.press('Move on');
    await each.is('present');
  }
  return { first, apart };
}

const apart: number[] = [];
print(`${rounds} rounds for each round trip, product and floor in turn\n`);
print('round trip | product median / p95 ms | floor median / p95 ms | ratio of medians');
for (const roundTrip of roundTrips) {
  const line = new UdpLine({ roundTrip, loss: 0, chance: Math.random });
  const couple = await people(line, String(roundTrip));
  const floors = (await Promise.all(
    [red, blue].map(async (browser) => {
      const context = await browser.newContext({ permissions: ['camera'], viewport: { width: 1_280, height: 800 } });
      await context.addInitScript(instrument);
      await line.join(context);
      return context;
    }),
  )) as [BrowserContext, BrowserContext];
  const [ours, theirs]: [number[], number[]] = [[], []];
  await wholeRounds(couple, async () => {
    const floorTook = await floorOnce(floors, floorUrl);
    const { first, apart: starts } = await encounter(couple, async () => {});
    theirs.push(floorTook);
    ours.push(first);
    apart.push(starts);
  });
  const figures = (values: readonly number[]) => `${Math.round(median(values))} / ${Math.round(percentile(values, 0.95))}`;
  print(`${roundTrip} ms | ${figures(ours)} | ${figures(theirs)} | ${(median(ours) / median(theirs)).toFixed(2)}`);
  for (const each of couple) await each.context.close();
  for (const each of floors) await each.close();
  line.close();
}
const mean = apart.reduce((sum, each) => sum + each, 0) / apart.length;
print(
  `\nthe two starts: mean ${Math.round(mean)} ms apart, most ${Math.round(Math.max(...apart))} ms (${apart.length} encounters)`,
);

/** The gap between two frames from which it counts as lost time, ms: four frames. */
const noticeable = 133;
/** How much of each minute is measured, ms. */
const watched = 7_000;
const rough = new UdpLine({ roundTrip: 200, loss: 0.02, chance: Math.random });
const couple = await people(rough, 'Rough');
const lost: number[] = [];
await wholeRounds(couple, async () => {
  const ofRound: number[] = [];
  await encounter(couple, async () => {
    await couple[0].page.waitForTimeout(watched);
    for (const each of couple) {
      const { frames, connected } = await notesOf(each.page);
      // This process may read the frames late: count only those of the measured time.
      const during = frames.filter((at) => at >= connected && at < connected + watched);
      const gaps = during.slice(1).map((at, k) => at - (during[k] ?? at));
      ofRound.push(gaps.filter((gap) => gap > noticeable).reduce((sum, gap) => sum + gap, 0));
    }
  });
  lost.push(...ofRound);
});
print(
  `lost time in ${watched / 1_000} s of a minute at 200 ms round trip and 2 % loss: median ${Math.round(median(lost))} ms, ` +
    `p95 ${Math.round(percentile(lost, 0.95))} ms (${lost.length} sides)`,
);
await red.close();
await blue.close();
await server.stop();
rough.close();
floor.close();
