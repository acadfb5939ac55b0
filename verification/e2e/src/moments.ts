import { expect } from '@playwright/test';
import type { UserState } from '@unspoken/contract/encounters';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { cutDurations as d } from './cut-durations.ts';
import { watchMinute } from './minute.ts';
import { meet, type Person } from './person.ts';

export const sides = ['waited', 'joined'] as const;
export type Side = (typeof sides)[number];
export const otherSide = (side: Side): Side => (side === 'waited' ? 'joined' : 'waited');
/** Two people: one who waited, and one who joined. */
export type Pair = Readonly<Record<Side, Person>>;

/** Which of the product's limits applies in a moment. */
export type Phase = 'searching' | 'greeting' | 'beforehand' | 'named' | 'minute' | 'comingBack' | 'late' | 'afterwards';

export interface Moment {
  /** Completes a test title: "while …". */
  readonly when: string;
  readonly phase: Phase;
  /** The state of each side at this moment. */
  readonly states: Readonly<Record<Side, UserState>>;
  /** Brings both people from their lobbies to this moment. Returns what to do after the cut, if anything. */
  readonly reach: (pair: Pair) => Promise<(() => unknown) | undefined>;
  /** The sides that have not pressed Start yet. */
  readonly undecided?: readonly Side[];
  /** How long a side that can begin the minute without the server stays at most, ms; absent where no side can. */
  readonly unanswered?: number;
}

/** The rest of the minute at the moment before its end, ms: less than it takes to give up a side. */
export const lateLeft = 1_500;

const bothIn = (state: UserState) => ({ waited: state, joined: state });
const both = (pair: Pair, does: (person: Person) => Promise<unknown>) => Promise.all(sides.map((side) => does(pair[side])));

/** Leaves the camera prompt unanswered, also across a reload of the page. */
const holdCamera = (person: Person) => person.page.evaluate(() => sessionStorage.setItem('prompt', 'stands'));
const answerPrompt = (person: Person) =>
  person.page.isClosed() ? undefined : person.page.evaluate(() => sessionStorage.removeItem('prompt'));
/** Runs in the page before anything else: makes the camera wait until the prompt is answered. */
export const holdablePrompt = () => {
  const devices = navigator.mediaDevices;
  if (!devices) return;
  const real = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    while (sessionStorage.getItem('prompt')) await new Promise((resume) => setTimeout(resume, 50));
    return real(constraints);
  };
};

async function join({ waited, joined }: Pair): Promise<void> {
  await waited.connect();
  await waited.is('waiting');
  await waited.line.received(`"${matchmakerEvents.connectReceived}"`);
  await joined.connect();
}

async function prepare(pair: Pair): Promise<void> {
  await join(pair);
  await both(pair, (each) => each.is('preparing'));
}

async function beConnected(pair: Pair): Promise<void> {
  await both(pair, watchMinute);
  await meet(pair.waited, pair.joined);
}

/** The longest stay without a server, ms: no start is announced, or the side begins alone and sees no picture. */
const withoutServer = Math.max(d.connectLimit, Math.max(d.introDuration, d.rejoinBeforeConnected) + d.frameTimeout);

export const moments: readonly Moment[] = [
  {
    when: 'waiting',
    phase: 'searching',
    states: { waited: 'waiting', joined: 'present' },
    async reach({ waited, joined }) {
      await waited.connect();
      await waited.is('waiting');
      await waited.line.received(`"${matchmakerEvents.connectReceived}"`);
      return () => joined.connect();
    },
  },
  {
    when: 'waiting, paired, before the greeting arrives',
    phase: 'greeting',
    states: bothIn('waiting'),
    undecided: sides,
    async reach(pair) {
      const release = pair.joined.line.hold('"name":"hello"');
      await join(pair);
      await both(pair, ({ line }) => line.received(`"${matchmakerEvents.connectReceived}","roomID"`));
      return release;
    },
  },
  {
    when: 'waiting, greeted, before the answer arrives',
    phase: 'greeting',
    states: bothIn('waiting'),
    undecided: sides,
    async reach(pair) {
      const release = pair.waited.line.hold('"name":"hello"');
      await join(pair);
      await pair.waited.line.received('"name":"hello"');
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
    when: 'the browser asks for the camera',
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
    when: 'the person who waited is ready',
    phase: 'beforehand',
    states: { waited: 'ready', joined: 'preparing' },
    undecided: ['joined'],
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
    unanswered: withoutServer,
    async reach(pair) {
      // Hold back the reports of a first picture for good, so that the server announces no start.
      for (const side of sides) pair[side].line.hold('"room:media"');
      await prepare(pair);
      await both(pair, (each) => each.start());
      await both(pair, (each) => expect(each.page.getByText('You are both ready.')).toBeVisible());
      return undefined;
    },
  },
  {
    when: 'the start has been announced',
    phase: 'named',
    states: bothIn('ready'),
    async reach(pair) {
      await prepare(pair);
      await both(pair, (each) => each.start());
      await both(pair, ({ line }) => line.received('"room:begin"'));
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
    when: 'the person who waited returns to the minute',
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
