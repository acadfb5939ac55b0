/**
 * `node tools/mutants/run.ts [name ...]`: plants one bug after another in a copy of the last commit and runs the suite that must find
 * it. What was found is kept under `.cache`, by bug and commit, so that a run that was broken off goes on where it was.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Bug, keyOf, plant, Stale } from './bug.ts';
import { mayBeMissed, planted } from './planted.ts';
import { Scratch } from './scratch.ts';

type Outcome = 'found' | 'survived' | 'stale';

const root = resolve(import.meta.dirname, '../..');
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const file = resolve(root, '.cache/planted-bugs.json');
const kept: Record<string, Outcome | 'passes'> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const keep = (key: string, outcome: Outcome | 'passes') => {
  kept[key] = outcome;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(kept));
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !planted.some((bug) => bug.name === name));
if (unknown.length > 0) {
  process.stderr.write(`there is no planted bug called ${unknown.map((name) => `"${name}"`).join(', ')}\n`);
  process.exit(2);
}
const bugs = names.length === 0 ? planted : planted.filter(({ name }) => names.includes(name));

let scratch: Scratch | undefined;
const leave = () => {
  scratch?.remove();
  scratch = undefined;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    leave();
    process.exit(130);
  });

/** A suite that fails without any bug finds nothing. Tried twice: a busy machine may fail it once. */
async function refuseBroken(copy: Scratch, { suite, test }: Bug): Promise<void> {
  const key = keyOf(commit, { suite, test });
  if (kept[key] === 'passes') return;
  for (let attempt = 0; ; attempt++) {
    const { passes, said } = await copy.passes(suite, test);
    if (passes) return keep(key, 'passes');
    if (attempt > 0) throw new Error(`${suite} fails without any bug planted:\n${said}`);
  }
}

async function tried(bug: Bug): Promise<Outcome> {
  const key = keyOf(commit, bug);
  const known = kept[key];
  if (known && known !== 'passes') return known;
  scratch ??= new Scratch(commit);
  const whole = scratch.read(bug.file);
  let outcome: Outcome;
  try {
    const broken = plant(whole, bug);
    await refuseBroken(scratch, bug);
    scratch.write(bug.file, broken);
    outcome = (await scratch.passes(bug.suite, bug.test)).passes ? 'survived' : 'found';
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    process.stdout.write(`${error.message}\n`);
    outcome = 'stale';
  } finally {
    scratch.write(bug.file, whole);
  }
  keep(key, outcome);
  return outcome;
}

const outcomes: Outcome[] = [];
try {
  for (const bug of bugs) {
    const outcome = await tried(bug);
    outcomes.push(outcome);
    process.stdout.write(`${outcome.padEnd(8)}  ${bug.name}${outcome === 'found' ? '' : `  (${bug.suite})`}\n`);
  }
} finally {
  leave();
}
const found = outcomes.filter((each) => each === 'found').length;
const allowed = names.length === 0 ? mayBeMissed : 0;
process.stdout.write(`${found} of ${bugs.length} planted bugs were found; ${allowed} may be missed\n`);
process.exitCode = bugs.length - found > allowed ? 1 : 0;
