import { setTimeout as wait } from 'node:timers/promises';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import pg from 'pg';
import { broken, pairedSince } from './checks.ts';
import { Crowd } from './crowd.ts';
import { durations } from './durations.ts';
import type { Fault } from './faults/fault.ts';
import { MailTemplates } from './mails.ts';

export interface ChaosOptions {
  readonly people: number;
  readonly nodes: number;
  readonly faults: readonly Fault[];
  /** How long people meet undisturbed before the first fault, and after each, ms. */
  readonly calm: number;
  readonly seed: number;
  /** Told what happens, line by line. */
  readonly say?: (words: string) => void;
}

/** What a fault has done. Instants are ms from when people could meet again. */
interface Outcome {
  readonly name: string;
  /** When the first two met again, and the tenth two; undefined if they never did. */
  readonly first: number | undefined;
  readonly tenth: number | undefined;
  readonly bound: number;
  /** What the screens of people showed that they must not. */
  readonly wrong: readonly string[];
}

export interface ChaosReport {
  readonly outcomes: readonly Outcome[];
  readonly minutes: number;
  readonly encounters: number;
  readonly acknowledged: number;
  /** Mails that were owed, and how many of them came a second time, under the same name. */
  readonly mails: number;
  readonly mailsAgain: number;
  /** What does not hold in the records, in the end. */
  readonly wrong: readonly string[];
  /** What the processes have said. */
  readonly logs: string;
}

/** For so much longer than is promised it is looked whether people meet again at all, ms. */
const patience = 30_000;
/** How long everything takes to come to rest once everybody has left, ms. */
const rest = 20_000;

/** People meet over and over on real processes, while one fault after another is done to them; then everything is counted. */
export async function runChaos({ people, nodes, faults, calm, seed, say = () => {} }: ChaosOptions): Promise<ChaosReport> {
  const installation = await Installation.start(nodes, { DURATIONS: JSON.stringify(durations) });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  database.on('error', () => {});
  try {
    const crowd = new Crowd(installation, await enrol(database, people), seed);
    const letters = new MailTemplates(installation);
    const count = async (which: string) =>
      (await database.query<{ n: number }>(`select count(*)::int as n from encounter where ${which}`)).rows[0]?.n ?? 0;
    await wait(calm);
    say(`${people} people, ${nodes} processes; before anything ${await count('completed')} minutes`);
    const outcomes: Outcome[] = [];
    for (const fault of faults) {
      const outcome = await outcomeOf(fault, { installation, database, crowd, calm });
      outcomes.push(outcome);
      const ms = (value: number | undefined) => (value === undefined ? 'never' : String(Math.round(value))).padStart(7);
      const { name, first, tenth, bound, wrong } = outcome;
      say(`${name.padEnd(58)} ${ms(first)} ${ms(tenth)} of ${bound} ms; ${await count('completed')} minutes so far`);
      for (const each of [...new Set(wrong)].slice(0, 5)) say(`    ${each}`);
    }
    crowd.leave();
    await letters.end();
    await wait(rest);
    const { thanks, reports, circle } = crowd.acknowledged;
    return {
      outcomes,
      minutes: await count('completed'),
      encounters: await count('confirmed_at is not null'),
      acknowledged: thanks.size + reports.size + circle.size,
      wrong: [
        ...installation.nodes.flatMap(({ endedByItself }) => endedByItself),
        ...(await broken(database, crowd.acknowledged)),
        ...(await letters.broken()),
      ],
      mails: letters.acknowledged,
      mailsAgain: letters.again,
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
