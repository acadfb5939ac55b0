/** A number that was not measured here: its value, the range for which results are also given, and where it comes from. */
export interface Assumption {
  readonly what: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly source: string;
}

export const assumptions = {
  encountersPerHour: {
    ...{ what: 'encounters of a person in an hour of being there', value: 6, low: 2, high: 12 },
    source: 'assumption; at most about 30 are possible (two minutes each)',
  },
  stayMinutes: {
    ...{ what: 'minutes that a person stays', value: 20, low: 5, high: 60 },
    source: 'assumption',
  },
  countsPerSecond: {
    ...{ what: 'counts of people that a member is sent in a second', value: 1, low: 0.5, high: 1 },
    source: 'at most one a second (`presence/service.ts`); a large town reaches that, see the simulated town',
  },
  averageOfPeak: {
    ...{ what: 'people at once on average over the year, as a share of the most', value: 0.35, low: 0.2, high: 0.6 },
    source: 'assumption',
  },
  relayedShare: {
    ...{ what: 'share of encounters that are relayed', value: 1, low: 0.15, high: 1 },
    source:
      '`RELAY=strangers`, the default, relays every pair of strangers (docs/encounter.md); 0.15 is an assumption for `never`',
  },
  megabits: {
    ...{ what: 'Mbit/s of one picture in one direction', value: 1, low: 0.3, high: 1.5 },
    source: 'assumption of requirements/promises 6.14; the client allows at most 1.5 (`picture-ladder.ts`)',
  },
  pictureSeconds: {
    ...{ what: 'seconds of picture in an encounter', value: 65, low: 40, high: 69 },
    source: 'shipped durations: 4 s + 60 s + 5 s, less those that end early',
  },
  reportsPerThousand: {
    ...{ what: 'reports in a thousand encounters', value: 5, low: 1, high: 20 },
    source: 'assumption',
  },
  minutesPerReport: {
    ...{ what: 'minutes of a moderator for a report', value: 5, low: 2, high: 15 },
    source: 'assumption',
  },
  accountsPerThousandStays: {
    ...{ what: 'new accounts in a thousand stays', value: 20, low: 5, high: 100 },
    source: 'assumption',
  },
  busyCore: {
    ...{ what: 'share of a core up to which a process or a thread is used', value: 0.6, low: 0.4, high: 0.8 },
    source: 'assumption: what is left is for bursts and for the people of a process that has died',
  },
} as const satisfies Record<string, Assumption>;
export type AssumptionName = keyof typeof assumptions;
export type Assumed = Readonly<Record<AssumptionName, number>>;

export const assumed = (of: 'value' | 'low' | 'high' = 'value'): Record<AssumptionName, number> =>
  Object.fromEntries(Object.entries(assumptions).map(([name, each]) => [name, each[of]])) as Record<AssumptionName, number>;

/** Figures of other measurements that limit what a part can do. */
export const limits = {
  relayGigabits: { value: 1.1, source: 'coturn 4.6.1, one core, forwarding without loss: requirements/promises 6.14' },
  socketsPerProcess: { value: 19_000, source: 'the most that was tried: `npm run bench:connected`, docs/benches.md' },
  memberCores: {
    value: 3.42e-5,
    source: '`npm run bench:connected`: 10,000 on one process without Redis, a presence report every 4 s and a count every 2 s',
  },
  postgresCores: { value: 16, source: 'assumption: one large machine' },
  connectionsPerProcess: { value: 16, source: 'docs/operating.md' },
  postgresConnections: { value: 500, source: 'assumption: beyond it a pooler is needed; PostgreSQL has 100 by default' },
} as const;

/** Figures of benches of their own, which replace what the model leaves out. Absent: not measured. */
export interface OtherFigures {
  /** How many times as much a statement of an encounter costs in a database of a year (`bench:grown`). */
  readonly grownDatabase?: { readonly times: number; readonly source: string };
  /** How many members one process can connect in a second after another has died (`bench:storms`). */
  readonly stormConnects?: { readonly perSecond: number; readonly source: string };
}
export const otherFigures: OtherFigures = {
  grownDatabase: {
    times: 2.3,
    source:
      'a pairing that avoids repeats, p50, 7.3 beside 3.2 ms; one that does not, 1.9 times: `npm run bench:grown`, docs/benches.md',
  },
  stormConnects: {
    perSecond: 177,
    source: '10,000 in 56.5 s after `kill -9`, with their clients on the same two cores: `npm run bench:storms`, docs/benches.md',
  },
};
