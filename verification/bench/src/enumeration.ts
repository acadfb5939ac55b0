import { recommendedMemory } from '@unspoken/server/platform/argon2';
import { password, startWorld } from '@unspoken/testing/world';
import { median } from '../../../tools/figures.ts';

/**
 * Does the time of an answer reveal whether an address has an account? For each call, answers about known and about unknown
 * addresses are timed alternately. The baseline is the same call about two unknown addresses: any difference there is
 * random. Source: requirements/threats 6, requirements/operations 7.4.
 */
const rounds = 300;

interface Question {
  readonly name: string;
  /** Asks about a known or an unknown value; `i` makes each request different where that is required. */
  ask(known: boolean, i: number): Promise<{ status: number }>;
  /** Whether the answer itself reveals it, by decision, so that its time need not hide it. */
  readonly isRevealed?: boolean;
}

const world = await startWorld({}, { passwordMemory: recommendedMemory });
const ann = await world.member('Ann');
await world.member('Known');
const post = (path: string, body: Record<string, string>, token?: string) => world.call(`/api/v1/${path}`, { body, token });

const sent = Array.from({ length: rounds * 2 }, (_, i) => `guest${i}@example.org`);
for (const address of sent)
  await world.query(
    `insert into account (id, email, email_key, name, created_at, verified_at) values (gen_random_uuid(), $1, $1, 'Guest', now(), now())`,
    [address],
  );
const address = (known: boolean, i: number) => (known ? (sent[i] as string) : `nobody${i}@example.org`);

const questions: Question[] = [
  {
    name: 'login, wrong password',
    ask: (known) =>
      post('account/login', { email: known ? 'known@example.org' : 'nobody@example.org', password: 'not the password' }),
  },
  { name: 'startrecoverpassword', ask: (known, i) => post('account/startrecoverpassword', { email: address(known, i) }) },
  { name: 'changeemail', ask: (known, i) => post('account/changeemail', { email: address(known, i), password }, ann.token) },
  {
    name: 'invitation',
    async ask(known, i) {
      // The limit of fifty invitations per account would end the measurement.
      if (i % 40 === 0) await world.query('delete from invitation_count');
      return post('invitation', { toEmail: address(known, i) }, ann.token);
    },
  },
  {
    name: 'invitation/checkhash (used, unknown)',
    ask: (known, i) => post('invitation/checkhash', { invitationHash: known ? usedHash : `x${i}${'y'.repeat(40)}` }),
  },
  {
    name: 'register (words tell)',
    isRevealed: true,
    ask: (known, i) =>
      post('account/register', { name: 'x', email: known ? (sent[i] as string) : `fresh${i}@example.org`, password }),
  },
];

await post('invitation', { toEmail: 'friend@example.org' }, ann.token);
const usedHash = await world.mailedToken('friend@example.org', '\\?invitation');
await post('account/register', { name: 'Friend', email: 'friend@example.org', password, invitationHash: usedHash });

/** The probability that a known value takes longer than an unknown one; 0.5 is random. */
function auc(known: readonly number[], unknown: readonly number[]): number {
  let wins = 0;
  for (const one of known) for (const other of unknown) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (known.length * unknown.length);
}

/** The bootstrap 95 % interval of the difference of medians. */
function interval(known: readonly number[], unknown: readonly number[]): [number, number] {
  let seed = 1;
  const draw = (from: readonly number[]) =>
    from.map(() => {
      seed = (seed * 48_271) % 2_147_483_647;
      return from[seed % from.length] as number;
    });
  const differences = Array.from({ length: 1_000 }, () => median(draw(known)) - median(draw(unknown))).sort((a, b) => a - b);
  return [differences[25] as number, differences[974] as number];
}

async function timed(question: Question, known: boolean, i: number): Promise<number> {
  const began = performance.now();
  await question.ask(known, i);
  return performance.now() - began;
}

process.stdout.write('call | known ms | unknown ms | difference of medians, ms (95 %) | AUC | AUC of the floor\n');
for (const question of questions) {
  const [known, unknown, baseline]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < 20; i++) await question.ask(i % 2 === 0, rounds + i);
  for (let i = 0; i < rounds; i++) {
    known.push(await timed(question, true, i));
    unknown.push(await timed(question, false, 2 * i + 1_000));
    baseline.push(await timed(question, false, 2 * i + 1_001));
  }
  const [low, high] = interval(known, unknown);
  const figures = [
    median(known).toFixed(2),
    median(unknown).toFixed(2),
    `${(median(known) - median(unknown)).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
    auc(known, unknown).toFixed(3),
    auc(baseline, unknown).toFixed(3),
  ];
  process.stdout.write(`${question.name} | ${figures.join(' | ')}\n`);
}
await world.close();
process.exit(0);
