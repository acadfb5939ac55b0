/** What a town does, in numbers that the model and the simulation share; times in ms. */
export interface TownHabits {
  readonly people: number;
  /** How many processes have their sockets. */
  readonly processes: number;
  /** Between the end of one thing and the next connect request, exponentially distributed. */
  readonly pause: number;
  /** From a pairing to its end, the mean. */
  readonly encounter: number;
  /** The share of requests for people of one's circle, who are hardly ever there, and how long such a request waits. */
  readonly inCircle: number;
  readonly patience: number;
  /** The probability of going away after a pause, in place of a request. Somebody else comes at once. */
  readonly leaves: number;
}

export interface TownFigures {
  readonly pairings: number;
  readonly waitMean: number;
  readonly waitP99: number;
  readonly inCircleQueue: number;
  readonly comings: number;
  readonly countsSent: number;
  readonly presenceMessages: number;
}

/** How the names of the figures are printed. */
export const figureNames: Readonly<Record<keyof TownFigures, string>> = {
  pairings: 'pairings a second',
  waitMean: 'wait for anyone, mean, ms',
  waitP99: 'wait for anyone, p99, ms',
  inCircleQueue: 'people who wait for their circle',
  comings: 'people who come, a second',
  countsSent: 'counts sent to members, a second',
  presenceMessages: 'presence messages between processes, a second',
};

/** The pause between two announcements, what is added for each full batch of sockets, and the size of a batch: as in the server's presence. */
const announcements = { interval: 1_000, batchPause: 2, batch: 250 };

/** The probability that as many have come as gone, if `mean` of each are expected (the Skellam distribution). */
function sameAfter(mean: number): number {
  let [term, sum] = [Math.exp(-2 * mean), 0];
  // For many, the series needs more terms than it is worth: the normal approximation.
  if (mean > 100) return 1 / Math.sqrt(4 * Math.PI * mean);
  for (let k = 1; k < 500; k++) {
    sum += term;
    term *= (mean / k) ** 2;
  }
  return sum;
}

/**
 * What a town should do, from its habits alone. Requests for anyone are a Poisson process, of which every second one finds somebody: half of
 * all wait, until the next request. Everybody is sent the counts in each announcement before which one of them has changed.
 */
export function predict({ people, processes, pause, encounter, inCircle, patience, leaves }: TownHabits): TownFigures {
  const other = inCircle * patience + (1 - inCircle) * encounter;
  const pausesEnd = people / (pause + (1 - leaves) * other);
  const requests = pausesEnd * (1 - leaves);
  const forAnyone = requests * (1 - inCircle);
  const { interval, batchPause, batch } = announcements;
  const comings = pausesEnd * leaves * 1_000;
  const period = interval + batchPause * Math.max(0, Math.ceil(people / processes / batch) - 1);
  const present = sameAfter((comings * period) / 1_000);
  const circle = sameAfter(requests * inCircle * period);
  // Whether somebody waits for anyone alternates with each request.
  const waiting = (1 + Math.exp(-2 * forAnyone * period)) / 2;
  const isNews = 1 - present * circle * waiting;
  return {
    pairings: (forAnyone / 2) * 1_000,
    waitMean: 1 / (2 * forAnyone),
    waitP99: Math.log(50) / forAnyone,
    inCircleQueue: requests * inCircle * patience,
    comings,
    countsSent: (people * isNews * 1_000) / period,
    presenceMessages: (processes * (processes - 1) * 1_000) / period,
  };
}
