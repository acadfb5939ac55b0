/**
 * `node tools/mutants/run.ts [name ...]`: plants one bug after another in a copy of the last commit and runs the suite that
 * must find it. Results are cached under `.cache` and reused if neither the file with the bug nor the suite has changed; the
 * last outcome of each bug is recorded in `tools/mutants/outcomes.json`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Bug, keyOf, plant, Stale } from './bug.ts';
import { mayBeMissed, planted } from './planted.ts';
import { Scratch } from './scratch.ts';

/** `unproven`: the suite also fails without the bug, so its failure proves nothing. */
type Outcome = 'found' | 'survived' | 'stale' | 'unproven';

const root = resolve(import.meta.dirname, '../..');
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
const file = resolve(root, '.cache/planted-bugs.json');
const kept: Record<string, Outcome | 'passes'> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const keep = (key: string, outcome: Outcome | 'passes') => {
  kept[key] = outcome;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(kept));
};

const record = resolve(root, 'tools/mutants/outcomes.json');
/** Reads the file again each time: two concurrent runs may test different bugs. */
const write = (name: string, outcome: Outcome) => {
  const before: Record<string, Outcome> = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const after = planted.flatMap((bug): [string, Outcome][] => {
    const latest = bug.name === name ? outcome : before[bug.name];
    return latest ? [[bug.name, latest]] : [];
  });
  writeFileSync(record, `${JSON.stringify(Object.fromEntries(after), null, 2)}\n`);
};

const committed = (path: string): string =>
  execFileSync('git', ['show', `${commit}:${path}`], { cwd: root, encoding: 'utf8', maxBuffer: 10_000_000 });

const names = process.argv.slice(2);
const unknown = names.filter((name) => !planted.some((bug) => bug.name === name));
if (unknown.length > 0) {
  process.stderr.write(`there is no planted bug called ${unknown.map((name) => `"${name}"`).join(', ')}\n`);
  process.exit(2);
}
const bugs = names.length === 0 ? planted : planted.filter(({ name }) => names.includes(name));

let scratch: Scratch | undefined;
const removeScratch = () => {
  scratch?.remove();
  scratch = undefined;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    removeScratch();
    process.exit(130);
  });

/** Whether a suite passes without any bug. Runs it up to twice: on a busy machine it may fail once. */
async function isSound(copy: Scratch, { suite, test }: Bug): Promise<boolean> {
  const key = keyOf(commit, { suite, test });
  if (kept[key] === 'passes') return true;
  for (let attempt = 0; attempt < 2; attempt++) {
    const { passes, said } = await copy.passes(suite, test);
    if (passes) keep(key, 'passes');
    if (passes) return true;
    if (attempt > 0) process.stdout.write(`${suite} fails without any bug planted:\n${said}\n`);
  }
  return false;
}

async function outcomeOf(bug: Bug): Promise<Outcome> {
  const suite = bug.suite.startsWith('simulation') ? commit : committed(bug.suite);
  const key = keyOf(committed(bug.file), [bug, suite]);
  const known = kept[key];
  if (known && known !== 'passes') return known;
  scratch ??= new Scratch(commit);
  const whole = scratch.read(bug.file);
  let outcome: Outcome;
  try {
    const broken = plant(whole, bug);
    if (!(await isSound(scratch, bug))) return 'unproven';
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
    const outcome = await outcomeOf(bug);
    outcomes.push(outcome);
    write(bug.name, outcome);
    process.stdout.write(`${outcome.padEnd(8)}  ${bug.name}${outcome === 'found' ? '' : `  (${bug.suite})`}\n`);
  }
} finally {
  removeScratch();
}
const found = outcomes.filter((each) => each === 'found').length;
const allowed = names.length === 0 ? mayBeMissed : 0;
process.stdout.write(`${found} of ${bugs.length} planted bugs were found; ${allowed} may be missed\n`);
process.exitCode = bugs.length - found > allowed ? 1 : 0;
