/** A moment of the minute that is heard and felt. */
export interface Moment {
  readonly kind: 'meeting' | 'half' | 'last' | 'end';
  /** By this machine's clock, ms. */
  readonly at: number;
}

/** How long before the end the last seconds begin, ms. */
const lastSeconds = 10_000;

/** The moments of a minute, in order. One that is too short for its last seconds to come after its half has none. */
export function momentsOf(startsAt: number, duration: number): readonly Moment[] {
  const [half, last] = [startsAt + duration / 2, startsAt + duration - lastSeconds];
  return [
    { kind: 'meeting', at: startsAt },
    { kind: 'half', at: half },
    ...(last > half ? [{ kind: 'last', at: last } as const] : []),
    { kind: 'end', at: startsAt + duration },
  ];
}

interface Signal {
  /** Frequencies in Hz, one after another. */
  readonly tones: readonly number[];
  /** Vibration and pause in turn, ms. Source: W3C Vibration API. */
  readonly vibration: readonly number[];
}

/** How each moment sounds and feels: distinguished by direction and number, for those who only hear or only feel them. */
export const signals: Readonly<Record<Moment['kind'], Signal>> = {
  meeting: { tones: [392, 523.25], vibration: [120] },
  half: { tones: [440], vibration: [60, 120, 60] },
  last: { tones: [440, 440, 440], vibration: [40, 100, 40, 100, 40] },
  end: { tones: [523.25, 392], vibration: [400] },
};
