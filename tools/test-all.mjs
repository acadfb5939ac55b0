/**
 * `npm run test:all`: all tests, in parts of at most an hour each. A part that has passed with the present files is not run
 * again, so that an interrupted run can be continued; `-- --again` runs all parts again, `-- <part> …` runs only these parts.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const playwright = ['npx', 'playwright', 'test', '--config', 'verification/e2e/playwright.config.ts'];
const parts = {
  test: ['npm', 'test'],
  'long stories': ['npm', 'run', 'test:long'],
  'repeating stories': [...playwright, '--grep', '@long'],
  'repeating tests': [
    'npx',
    'vitest',
    'run',
    '--project=unit',
    '--project=integration',
    '--project=chaos',
    '--project=simulation',
    '--tagsFilter=long',
  ],
  'rare mutants': ['npx', 'vitest', 'run', '--project', 'simulation-long'],
  simulation: ['npm', 'run', 'simulate', '--', '--encounters', '20000'],
  planted: ['npm', 'run', 'planted'],
  container: ['npm', 'run', 'rehearse:container'],
};

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
/** Names the present files: what is committed, and what differs from it. */
const state = createHash('sha256').update(git('rev-parse', 'HEAD^{tree}')).update(git('diff', 'HEAD')).digest('hex');
const file = '.cache/test-all.json';
const wanted = process.argv.slice(2).filter((each) => each !== '--again');
for (const each of wanted)
  if (!Object.hasOwn(parts, each)) {
    process.stderr.write(`there is no part ${each}; the parts are ${Object.keys(parts).join(', ')}\n`);
    process.exit(2);
  }
const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const passed = new Set(kept.state === state && !process.argv.includes('--again') ? kept.passed : []);
const results = [];
for (const [name, [command, ...args]] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (passed.has(name)) {
    results.push(`${name}: passed before, with the same files`);
    continue;
  }
  process.stdout.write(`\n== ${name}\n`);
  const began = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, STORY_TURN: 'all' } });
  results.push(`${name}: ${status === 0 ? 'passed' : 'FAILED'}, ${Math.round((Date.now() - began) / 1_000)} s`);
  if (status !== 0) process.exitCode = 1;
  else passed.add(name);
  mkdirSync('.cache', { recursive: true });
  writeFileSync(file, JSON.stringify({ state, passed: [...passed] }));
}
process.stdout.write(`\n${results.join('\n')}\n`);
