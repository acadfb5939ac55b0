import type { EndReason } from '@unspoken/contract/encounters';
import { cutDurations as d } from './cut-durations.ts';
import { lateLeft, type Moment, type Pair, type Side } from './moments.ts';
import type { UdpLine } from './udp-line.ts';

type Kind = 'socket' | 'path' | 'page' | 'network';

export interface Cut {
  readonly kind: Kind;
  readonly make: (pair: Pair, side: Side, path: UdpLine) => Promise<unknown>;
}

/** What one side can lose for good. */
export const cuts: readonly Cut[] = [
  { kind: 'socket', make: (pair, side) => pair[side].line.break() },
  // One way: the other goes blind, and this one still sees. Where neither sees there are no sides: see `bothWays`.
  { kind: 'path', make: async (pair, side, path) => path.silence(pair[side].context) },
  { kind: 'page', make: (pair, side) => pair[side].page.close() },
  // Nobody says goodbye: the server has to find out.
  {
    kind: 'network',
    make: (pair, side, path) => {
      path.cut = true;
      pair[side].line.die();
      return pair[side].context.setOffline(true);
    },
  },
];

export const bothWays: Cut = {
  kind: 'path',
  make: async (_pair, _side, path) => {
    path.cut = true;
  },
};

/** How long the server, or the page, believes in a socket through which nothing comes. */
const unnoticed = (kind: Kind): number => (kind === 'network' ? d.socketPing + d.socketPingTimeout : 0);
/** How long a pair may be greeting. */
export const greeting = d.peerNoAnswerTimeout;

/**
 * How long after the cut somebody may still be where they were, ms, by the limits that hold in that moment. With a path
 * that is lost beforehand: since both have pressed Start. Source: requirements/promises A7.
 */
export function longest(moment: Moment, kind: Kind, side: Side, cutSide: Side): number {
  const own = side === cutSide;
  switch (moment.phase) {
    case 'searching':
      return own ? unnoticed(kind) + d.placeKept : d.pairingTimeout;
    case 'greeting':
      if (kind === 'path') return d.connectLimit;
      // Back to the old place, where nobody comes; or confirmed still, by a side that was not known to be gone.
      return own
        ? unnoticed(kind) + d.placeKept
        : Math.max(d.pairingTimeout, Math.max(greeting, unnoticed(kind)) + d.rejoinBeforeConnected);
    case 'beforehand':
      // A first picture may have come before the cut: then the minute begins, and ends as one that is cut in it.
      if (kind === 'path')
        return moment.states.waited === 'ready' ? Math.max(d.connectLimit, d.introDuration + d.frameGone) : d.connectLimit;
      // Whoever loses their own line gives up when the server gives them up. Source: SIDE-12.
      return Math.max(unnoticed(kind) + d.rejoinBeforeConnected, own ? (moment.unanswered ?? 0) : 0);
    case 'named':
      return d.introDuration + (kind === 'socket' ? d.connectionDuration : d.frameGone);
    case 'minute':
    case 'comingBack':
      return kind === 'socket' ? d.connectionDuration : d.frameGone;
    case 'late':
      return lateLeft;
    case 'afterwards':
      return d.afterConnectionDuration;
  }
}

/** How an encounter ended: for the side that was cut, and for the other. */
type Ends = readonly [EndReason, EndReason];
const natural: Ends = ['natural', 'natural'];
/** The path is nobody's fault. */
const pathLost: Ends = ['ice_failure', 'ice_failure'];
/** Nobody can say what became of somebody who vanished. */
const vanished: Ends = ['unknown', 'ice_failure'];

/** What may be noted of it: the encounters the two have had, which is one at most, and none if it was never confirmed. */
export function endsAfter({ phase }: Moment, kind: Kind): readonly (readonly Ends[])[] {
  switch (phase) {
    case 'searching':
      return [[]];
    case 'greeting':
      return kind === 'path' ? [[pathLost]] : [[], [vanished]];
    case 'beforehand':
      return kind === 'path' ? [[pathLost]] : [[vanished]];
    case 'named':
    case 'minute':
      if (kind === 'socket') return [[natural]];
      return kind === 'path' ? [[pathLost]] : [[vanished]];
    case 'comingBack':
      // Without a socket it depends on whether the two new connections knew of each other by then.
      if (kind === 'socket') return [[natural], [vanished]];
      return kind === 'path' ? [[pathLost]] : [[vanished]];
    case 'late':
    case 'afterwards':
      return [[natural]];
  }
}
