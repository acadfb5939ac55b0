import type { EndReason } from '@unspoken/contract/encounters';
import { cutDurations as d } from './cut-durations.ts';
import { lateLeft, type Moment, type Pair, type Side } from './moments.ts';
import type { UdpLine } from './udp-line.ts';

type Kind = 'socket' | 'path' | 'page' | 'network';

export interface Cut {
  readonly kind: Kind;
  readonly make: (pair: Pair, side: Side, path: UdpLine) => Promise<unknown>;
}

/** What one side can lose permanently. */
export const cuts: readonly Cut[] = [
  { kind: 'socket', make: (pair, side) => pair[side].line.break() },
  // One direction only: the other side no longer sees, this side still does. For both directions see `bothWays`.
  { kind: 'path', make: async (pair, side, path) => path.silence(pair[side].context) },
  { kind: 'page', make: (pair, side) => pair[side].page.close() },
  // No close frame is sent: the server has to notice by itself.
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

/** How long the server, or the page, takes a silent socket for alive, ms. */
const noticedWithin = (kind: Kind): number => (kind === 'network' ? d.socketPing + d.socketPingTimeout : 0);
/** How long a greeting may take, ms. */
export const greeting = d.peerNoAnswerTimeout;

/**
 * How long after the cut a person may still be in the same state, ms, by the limits of that moment. For a path that is lost
 * before the minute, it counts from when both have pressed Start. Source: requirements/promises A7.
 */
export function longest(moment: Moment, kind: Kind, side: Side, cutSide: Side): number {
  const own = side === cutSide;
  switch (moment.phase) {
    case 'searching':
      return own ? noticedWithin(kind) + d.reservationLife : d.pairingTimeout;
    case 'greeting':
      if (kind === 'path') return d.connectLimit;
      // Requeued at the old position, where nobody joins; or still confirmed, by a side whose loss had not been noticed.
      return own
        ? noticedWithin(kind) + d.reservationLife
        : Math.max(d.pairingTimeout, Math.max(greeting, noticedWithin(kind)) + d.rejoinBeforeConnected);
    case 'beforehand':
      // A first picture may have arrived before the cut: then the minute begins, and ends like one that is cut during the minute.
      if (kind === 'path')
        return moment.states.waited === 'ready' ? Math.max(d.connectLimit, d.introDuration + d.frameTimeout) : d.connectLimit;
      // A side that loses its own connection gives up when the server gives it up. Source: SIDE-12.
      return Math.max(noticedWithin(kind) + d.rejoinBeforeConnected, own ? (moment.unanswered ?? 0) : 0);
    case 'named':
      return d.introDuration + (kind === 'socket' ? d.connectionDuration : d.frameTimeout);
    case 'minute':
    case 'comingBack':
      return kind === 'socket' ? d.connectionDuration : d.frameTimeout;
    case 'late':
      return lateLeft;
    case 'afterwards':
      return d.afterConnectionDuration;
  }
}

/** The end reasons of an encounter: of the side that was cut, and of the other. */
type Ends = readonly [EndReason, EndReason];
const natural: Ends = ['natural', 'natural'];
/** The loss of a path is neither side's doing. */
const pathLost: Ends = ['ice_failure', 'ice_failure'];
/** What happened to a vanished side is unknown. */
const vanished: Ends = ['unknown', 'ice_failure'];

/** The possible contents of the ledger: at most one encounter, and none if the room was never confirmed. */
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
      // Without a socket it depends on whether the two new peer connections had been negotiated by then.
      if (kind === 'socket') return [[natural], [vanished]];
      return kind === 'path' ? [[pathLost]] : [[vanished]];
    case 'late':
    case 'afterwards':
      return [[natural]];
  }
}
