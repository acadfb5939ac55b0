import { setTimeout as wait } from 'node:timers/promises';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import pg from 'pg';
import { pairedSince, violations } from './checks.ts';
import { Crowd } from './crowd.ts';
import { durations } from './durations.ts';
import type { Fault } from './faults/fault.ts';
import { Registrants } from './mails.ts';

export interface ChaosOptions {
  readonly people: number;
  readonly nodes: number;
  readonly faults: readonly Fault[];
  /** How long people meet undisturbed before the first fault, and after each, ms. */
  readonly calm: number;
  readonly seed: number;
  /** Called with a line about each event. */
  readonly print?: (line: string) => void;
}

/** The outcome of a fault. Times are in ms from the instant when people could meet again. */
interface Outcome {
  readonly name: string;
  /** When the first and the tenth pair met again; undefined if they never did. */
  readonly first: number | undefined;
  readonly tenth: number | undefined;
  readonly bound: number;
  /** Violations seen by the clients. */
  readonly wrong: readonly string[];
}

export interface ChaosReport {
  readonly outcomes: readonly Outcome[];
  readonly minutes: number;
  readonly encounters: number;
  readonly acknowledged: number;
  /** The number of mails owed, and of those that arrived a second time, with the same Message-ID. */
  readonly mails: number;
  readonly mailsAgain: number;
  /** Violations found in the database at the end. */
  readonly wrong: readonly string[];
  /** The output of the processes. */
  readonly logs: string;
}

/** How long beyond the bound to wait for people to meet again at all, ms. */
const patience = 30_000;
/** How long everything takes to come to rest after all people have left, ms. */
const rest = 20_000;

/** People meet again and again on real processes, while one fault after another is caused; then the database is checked. */
export async function runChaos({ people, nodes, faults, calm, seed, print = () => {} }: ChaosOptions): Promise<ChaosReport> {
  const installation = await Installation.start(nodes, { DURATIONS: JSON.stringify(durations) });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  database.on('error', () => {});
  try {
    const crowd = new Crowd(installation, await enrol(database, people), seed);
    const registrants = new Registrants(installation);
    const count = async (which: string) =>
      (await database.query<{ n: number }>(`select count(*)::int as n from encounter where ${which}`)).rows[0]?.n ?? 0;
    await wait(calm);
    print(`${people} people, ${nodes} processes; before anything ${await count('completed')} minutes`);
    const outcomes: Outcome[] = [];
    for (const fault of faults) {
      const outcome = await outcomeOf(fault, { installation, database, crowd, calm });
      outcomes.push(outcome);
      const ms = (value: number | undefined) => (value === undefined ? 'never' : String(Math.round(value))).padStart(7);
      const { name, first, tenth, bound, wrong } = outcome;
      print(`${name.padEnd(58)} ${ms(first)} ${ms(tenth)} of ${bound} ms; ${await count('completed')} minutes so far`);
      for (const each of [...new Set(wrong)].slice(0, 5)) print(`    ${each}`);
    }
    crowd.leave();
    await registrants.end();
    await wait(rest);
    const { thanks, reports, circle } = crowd.acknowledged;
    return {
      outcomes,
      minutes: await count('completed'),
      encounters: await count('confirmed_at is not null'),
      acknowledged: thanks.size + reports.size + circle.size,
      wrong: [
        ...installation.nodes.flatMap(({ endedByItself }) => endedByItself),
        ...(await violations(database, crowd.acknowledged)),
        ...(await registrants.violations()),
      ],
      mails: registrants.acknowledged,
      mailsAgain: registrants.repeated,
      logs: installation.nodes.map(({ name, said }) => `--- ${name}\n${said.slice(-5_000)}`).join('\n'),
    };
  } finally {
    await database.end();
    await installation.stop();
  }
}

interface Scene {
  readonly installation: Installation;
  readonly database: pg.Pool;
  readonly crowd: Crowd;
  readonly calm: number;
}

async function outcomeOf(fault: Fault, { installation, database, crowd, calm }: Scene): Promise<Outcome> {
  const seen = crowd.violations.length;
  const from = await fault.run(installation);
  const until = Date.now() + fault.bound + patience;
  let met: readonly Date[] = [];
  while (met.length < 10 && Date.now() < until) {
    await wait(250);
    met = await pairedSince(database, new Date(from), 10).catch(() => []);
  }
  await wait(calm);
  const after = (nth: number) => {
    const at = met[nth - 1];
    return at && at.getTime() - from;
  };
  return { name: fault.name, first: after(1), tenth: after(10), bound: fault.bound, wrong: crowd.violations.slice(seen) };
}
