import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import { PairingLoad } from '@unspoken/testing/pairing-load';
import pg from 'pg';
import type { AttackResult, Orders } from './attackers.ts';

interface AttackOptions {
  readonly nodes: number;
  readonly attackers: number;
  readonly people: number;
  /** How long each round lasts, ms; one round is without attackers, one with them. */
  readonly span: number;
  readonly rounds: number;
  readonly print?: (line: string) => void;
}

export interface AttackReport {
  /** How long the pairings of honest people took, ms. */
  readonly inPeace: readonly number[];
  readonly attacked: readonly number[];
  readonly results: readonly AttackResult[];
}

/** The pause between two connect requests of a person, ms: as often as the limits allow. */
const pause = 2_500;

/** Runs attackers and honest people on real processes with the shipped limits. */
export async function runAttack({ nodes, attackers, people, span, rounds, print }: AttackOptions): Promise<AttackReport> {
  const installation = await Installation.start(nodes, { LIMITS: 'on', TRUST_PROXY: 'on' });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  const origins = installation.nodes.map(({ origin }) => origin);
  const tokens = async (count: number) => (await enrol(database, count)).map(({ token }) => token);
  const load = await PairingLoad.open(await tokens(people), (i) => ({
    origin: origins[i % nodes] as string,
    headers: { 'x-forwarded-for': `203.0.113.${i % 250}` },
  }));
  const orders: Orders = { origins, tokens: await tokens(attackers), span };
  const [inPeace, attacked]: [number[], number[]] = [[], []];
  const results: AttackResult[][] = [];
  await load.meet(span / 4, { pause });
  for (let round = 0; round < rounds; round++) {
    inPeace.push(...(await load.meet(span, { pause })));
    const [times, roundResults] = await Promise.all([load.meet(span, { pause }), attackWith(orders)]);
    attacked.push(...times);
    results.push(roundResults);
    print?.(`round ${round + 1} of ${rounds}`);
  }
  load.close();
  await database.end();
  await installation.stop();
  return { inPeace, attacked, results: (results[0] ?? []).map(({ name }) => sumOf(name, results.flat())) };
}

async function attackWith(orders: Orders): Promise<AttackResult[]> {
  const child = fork(join(import.meta.dirname, 'attackers.ts'));
  // Real attackers have machines of their own: here they run at low priority, on the processor time that the others leave.
  setPriority(child.pid as number, constants.priority.PRIORITY_LOW);
  child.send(orders);
  const [results] = (await once(child, 'message')) as [AttackResult[]];
  return results;
}

const sumOf = (name: string, all: readonly AttackResult[]): AttackResult =>
  all
    .filter((each) => each.name === name)
    .reduce((one, other) => ({
      name,
      tried: one.tried + other.tried,
      refused: one.refused + other.refused,
      longest: Math.max(one.longest, other.longest),
    }));
