/** What `npm run bench:capacity` has measured: raw points, from which `line.ts` computes slopes. */

/** Pieces of work whose cost is measured while there is more and more of it. */
export const workloads = {
  idle: 'a second of a connected member who reports presence every 4 s, while nobody comes or goes',
  announcing: 'a second of a connected member, while the count of people changes every 2 s',
  connecting: 'a member who connects: a ticket, a socket, and the state of their account',
  opening: 'an opening of the application: its page, who it is, its settings and the count of people',
  pairing: 'a pairing of two members, who leave the room at once',
  encounters: 'an encounter from its pairing to its end, with thanks and the circle, on two processes',
  gathering: 'a member of a gathering who presses Connect within five seconds, until all are in a room',
  accounts: 'an account with a session',
  reports: 'a report with its words, its case and the separation',
} as const;
export type Workload = keyof typeof workloads;

/** Totals over one measurement. */
export const metrics = {
  processor: 'processor time of the processes, s',
  postgres: 'processor time of PostgreSQL, s',
  redis: 'processor time of Redis, s',
  transactions: 'transactions of PostgreSQL',
  rows: 'rows inserted, changed or deleted',
  wal: 'write-ahead log, bytes',
  stored: 'growth of tables and indexes, bytes',
  commands: 'commands of Redis',
  traffic: 'bytes into and out of Redis',
  redisMemory: 'memory of Redis, bytes',
  resident: 'resident memory of the processes, bytes',
  heard: 'counts of people received by members',
} as const;
export type Metric = keyof typeof metrics;

/** One measurement: `work` pieces were done. What a workload does not measure is absent. */
export interface Point {
  readonly work: number;
  readonly totals: Readonly<Partial<Record<Metric, number>>>;
}

/** What a number of encounters used up on a number of processes, of all of them together. */
export interface ByProcesses {
  readonly processes: number;
  readonly encounters: number;
  readonly processor: number;
  readonly redis: number;
  readonly commands: number;
  readonly traffic: number;
}

export interface Slopes {
  /** The day, as an ISO date. */
  readonly measuredOn: string;
  readonly machine: string;
  /** The load average of the machine at the begin and at the end; above the number of cores, others worked beside. */
  readonly load: readonly [number, number];
  readonly runs: number;
  readonly points: Readonly<Record<Workload, readonly Point[]>>;
  readonly byProcesses: readonly ByProcesses[];
}
