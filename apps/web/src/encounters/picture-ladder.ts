/** What is sent of a picture. */
export interface Picture {
  /** Bit/s. */
  readonly maxBitrate: number;
  readonly maxFramerate: number;
  /** At most so many lines, whatever the camera gives; all of them if undefined. */
  readonly lines: number | undefined;
}

interface Rung extends Picture {
  /** Bit/s that the connection has to have for this picture: to keep it, and, higher, to take it. */
  readonly keptFrom: number;
  readonly takenFrom: number;
}

/**
 * The pictures by how much they need, the largest first. Resolution drops before the frame rate, because a face must not freeze.
 * On what is narrower than the last one it is sent all the same: the limits of the minute end what does not arrive.
 *
 * Chromium never estimates more than twice the rate that it is allowed to send; each picture has to be taken from less than that.
 */
export const ladder = [
  { maxBitrate: 1_500_000, maxFramerate: 30, lines: undefined, keptFrom: 100_000, takenFrom: 150_000 },
  { maxBitrate: 85_000, maxFramerate: 12, lines: 160, keptFrom: 70_000, takenFrom: 72_000 },
  { maxBitrate: 40_000, maxFramerate: 8, lines: 120, keptFrom: 0, takenFrom: 0 },
] as const satisfies readonly [Rung, ...Rung[]];
const last = ladder.length - 1;
const rungAt = (rung: number): Rung => ladder[rung] as Rung;

/** Lines of a soft picture: its recipient cannot have it sharper. */
const softLines = 90;

/** What is sent at a place. */
export function pictureAt({ rung }: Place, isSoft: boolean): Picture {
  const { lines, ...rest } = rungAt(rung);
  return { ...rest, lines: isSoft ? Math.min(lines ?? softLines, softLines) : lines };
}

/** Consecutive measurements, one a second, that move the picture down. */
const toMoveDown = 2;
/** The same for moving up, at first; after a larger picture did not fit, so many times as many. */
const toMoveUp = 6;
const afterFailure = 4;

/** Share of lost packets that is more than chance. */
const muchLost = 0.05;
/** Growth of the round trip in s: up to the first nothing waits in a queue; with losses, from the second on one overflows. */
const queue = { none: 0.1, full: 0.25 };

/** A place on the ladder. */
export interface Place {
  readonly rung: number;
  /** Measurements in a row that have asked for another rung, and in which direction. */
  readonly down: number;
  readonly up: number;
  /** Measurements in a row that move it up. */
  readonly patience: number;
  /** The shortest round trip so far, s. */
  readonly shortest: number;
  /** The rung above which it does not climb. */
  readonly top: number;
}

/** What is known before anything has been sent. */
export interface FirstSight {
  readonly savesData: boolean;
  /** The browser's own estimate, bit/s; undefined where it makes none. */
  readonly downlink: number | undefined;
  /** s; undefined while it is unknown. */
  readonly roundTrip: number | undefined;
}

/** Round trip in s from which a connection is taken to be narrow until it has been measured. */
const slow = 0.5;

/** Where a picture begins. A first picture that is too large for its connection blocks it for seconds. */
export function firstPlace({ savesData, downlink, roundTrip }: FirstSight): Place {
  const isSlow = roundTrip !== undefined && roundTrip >= slow;
  const fitting = downlink === undefined ? 0 : ladder.findIndex(({ keptFrom }) => downlink >= keptFrom);
  const top = savesData ? 1 : 0;
  const rung = Math.max(isSlow ? last : fitting, top);
  return { rung, down: 0, up: 0, patience: toMoveUp, shortest: Number.POSITIVE_INFINITY, top };
}

/** What has been measured while something is sent. */
export interface Measured {
  /** Bit/s. */
  readonly available: number;
  /** s; undefined while it is unknown. */
  readonly roundTrip: number | undefined;
  /** Share of the packets that were lost lately, 0 to 1. */
  readonly lost: number;
}

/**
 * The place after one more measurement. It falls as far as the estimate says. Below the largest picture the estimate is hardly ever
 * exceeded, and may be wrong for long: there a queue that overflows counts as well. It climbs rung by rung.
 */
export function after(place: Place, { available, roundTrip, lost }: Measured): Place {
  const { rung, top } = place;
  const shortest = Math.min(place.shortest, roundTrip ?? place.shortest);
  const delay = roundTrip === undefined ? 0 : roundTrip - shortest;
  const overflows = rung > 0 && rung < last && lost >= muchLost && delay >= queue.full;
  const fits = (one: number) => available >= rungAt(one).keptFrom;
  if (overflows || !fits(rung)) {
    const down = place.down + 1;
    if (down < toMoveDown) return { ...place, shortest, down, up: 0 };
    const lower = ladder.findIndex((_, one) => one > rung && fits(one));
    return { ...place, shortest, rung: lower, down: 0, up: 0, patience: place.patience * afterFailure };
  }
  const isWide = rung > top && available >= rungAt(rung - 1).takenFrom && lost < muchLost && delay < queue.none;
  const up = isWide ? place.up + 1 : 0;
  return { ...place, shortest, down: 0, ...(up < place.patience ? { up } : { up: 0, rung: rung - 1 }) };
}
