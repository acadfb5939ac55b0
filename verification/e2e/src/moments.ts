import { expect } from '@playwright/test';
import type { UserState } from '@unspoken/contract/encounters';
import { cutDurations as d } from './cut-durations.ts';
import { watchMinute } from './minute.ts';
import { meet, type Person } from './person.ts';

export const sides = ['waited', 'came'] as const;
export type Side = (typeof sides)[number];
export const otherSide = (side: Side): Side => (side === 'waited' ? 'came' : 'waited');
/** Two people: the one who waits, and the one who comes. */
export type Pair = Readonly<Record<Side, Person>>;

/** What the end of this moment depends on: which of the product's limits holds in it. */
export type Phase = 'searching' | 'greeting' | 'beforehand' | 'named' | 'minute' | 'comingBack' | 'late' | 'afterwards';

export interface Moment {
  /** As a title has it: while … */
  readonly when: string;
  readonly phase: Phase;
  /** What each is in when the moment has come. */
  readonly states: Readonly<Record<Side, UserState>>;
  /** Brings two from their lobbies here. Answers what is to be done once the cut is made, if anything. */
  readonly reach: (pair: Pair) => Promise<(() => unknown) | undefined>;
  /** Who has Start still to press. */
  readonly undecided?: readonly Side[];
  /** How long somebody stays at most who could begin the minute without the server; without this, nobody can. */
  readonly unanswered?: number;
}

/** What is left of the minute when it is late in it: less than it takes to be sure that somebody is gone. */
export const lateLeft = 1_500;

const bothIn = (state: UserState) => ({ waited: state, came: state });
const both = (pair: Pair, does: (person: Person) => Promise<unknown>) => Promise.all(sides.map((side) => does(pair[side])));

/** The browser asks, and nobody answers it yet. Outlives a reload of the page. */
const holdCamera = (person: Person) => person.page.evaluate(() => sessionStorage.setItem('prompt', 'stands'));
const answerPrompt = (person: Person) =>
  person.page.isClosed() ? undefined : person.page.evaluate(() => sessionStorage.removeItem('prompt'));
/** Runs in the page, before anything else: a camera that waits for the prompt to be answered. */
export const promptThatCanStand = () => {
  const devices = navigator.mediaDevices;
  if (!devices) return;
  const real = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    while (sessionStorage.getItem('prompt')) await new Promise((resume) => setTimeout(resume, 50));
    return real(constraints);
  };
};

async function join({ waited, came }: Pair): Promise<void> {
  await waited.connect();
  await waited.is('waiting');
  await waited.line.heard('"connectRecieved"');
  await came.connect();
}

async function prepare(pair: Pair): Promise<void> {
  await join(pair);
  await both(pair, (each) => each.is('preparing'));
}

async function beConnected(pair: Pair): Promise<void> {
  await both(pair, watchMinute);
  await meet(pair.waited, pair.came);
}

/** Without a server: nobody names the start, or one begins by oneself and then sees nobody. */
const unnamed = Math.max(d.connectLimit, Math.max(d.introDuration, d.rejoinBeforeConnected) + d.frameGone);

export const moments: readonly Moment[] = [
  {
    when: 'waiting',
    phase: 'searching',
    states: { waited: 'waiting', came: 'present' },
    async reach({ waited, came }) {
      await waited.connect();
      await waited.is('waiting');
      await waited.line.heard('"connectRecieved"');
      return () => came.connect();
    },
  },
  {
    when: 'waiting, paired, before the greeting is heard',
    phase: 'greeting',
    states: bothIn('waiting'),
    undecided: sides,
    async reach(pair) {
      const release = pair.came.line.hold('"name":"hello"');
      await join(pair);
      await both(pair, ({ line }) => line.heard('"connectRecieved","roomID"'));
      return release;
    },
  },
  {
    when: 'waiting, greeted, before the answer is heard',
    phase: 'greeting',
    states: bothIn('waiting'),
    undecided: sides,
    async reach(pair) {
      const release = pair.waited.line.hold('"name":"hello"');
      await join(pair);
      await pair.waited.line.heard('"name":"hello"');
      return release;
    },
  },
  {
    when: 'entering the room',
    phase: 'beforehand',
    states: bothIn('enteringRoom'),
    undecided: sides,
    async reach(pair) {
      await join(pair);
      await both(pair, (each) => each.is('enteringRoom'));
      return undefined;
    },
  },
  {
    when: 'the camera is asked for',
    phase: 'beforehand',
    states: bothIn('gettingMedia'),
    undecided: sides,
    async reach(pair) {
      await both(pair, holdCamera);
      await join(pair);
      await both(pair, (each) => each.is('gettingMedia'));
      return () => Promise.all(sides.map((side) => answerPrompt(pair[side])));
    },
  },
  {
    when: 'preparing',
    phase: 'beforehand',
    states: bothIn('preparing'),
    undecided: sides,
    async reach(pair) {
      await prepare(pair);
      return undefined;
    },
  },
  {
    when: 'the one who waited is ready',
    phase: 'beforehand',
    states: { waited: 'ready', came: 'preparing' },
    undecided: ['came'],
    async reach(pair) {
      await prepare(pair);
      await pair.waited.start();
      await pair.waited.is('ready');
      return undefined;
    },
  },
  {
    when: 'both are ready',
    phase: 'beforehand',
    states: bothIn('ready'),
    unanswered: unnamed,
    async reach(pair) {
      // As if the first picture took its time: never let go, so that no start is named.
      for (const side of sides) pair[side].line.hold('"room:media"');
      await prepare(pair);
      await both(pair, (each) => each.start());
      await both(pair, (each) => expect(each.page.getByText('You are both ready.')).toBeVisible());
      return undefined;
    },
  },
  {
    when: 'the start is named',
    phase: 'named',
    states: bothIn('ready'),
    async reach(pair) {
      await prepare(pair);
      await both(pair, (each) => each.start());
      await both(pair, ({ line }) => line.heard('"room:begin"'));
      return undefined;
    },
  },
  {
    when: 'the minute has just begun',
    phase: 'minute',
    states: bothIn('connected'),
    async reach(pair) {
      await beConnected(pair);
      return undefined;
    },
  },
  {
    when: 'the minute is about to end',
    phase: 'late',
    states: bothIn('connected'),
    async reach(pair) {
      await beConnected(pair);
      await both(pair, (each) =>
        each.page.waitForFunction((after) => {
          const { times } = window as unknown as { times: { connected: number } };
          return performance.timeOrigin + performance.now() >= times.connected + after;
        }, d.connectionDuration - lateLeft),
      );
      return undefined;
    },
  },
  {
    when: 'the one who waited comes back to the minute',
    phase: 'comingBack',
    states: bothIn('connected'),
    async reach(pair) {
      const { waited } = pair;
      await beConnected(pair);
      await holdCamera(waited);
      await waited.page.reload();
      await expect(waited.page.getByText('Back to your minute')).toBeVisible();
      return () => answerPrompt(waited);
    },
  },
  {
    when: 'the minute is just over',
    phase: 'afterwards',
    states: bothIn('disconnected'),
    async reach(pair) {
      await beConnected(pair);
      await both(pair, (each) => each.is('disconnected'));
      return undefined;
    },
  },
  {
    when: 'digesting',
    phase: 'afterwards',
    states: bothIn('digesting'),
    async reach(pair) {
      await beConnected(pair);
      await both(pair, (each) => each.is('digesting'));
      return undefined;
    },
  },
];
