/**
 * `npm test`: the static checks; then every test, and beside them the browser stories in which nobody has a camera;
 * then those of two people. At the end, what was skipped, what failed, and one line that sums it up. A story that fails
 * is tried once more, for a machine that is busy breaks off a minute as a person would; that it was is told as well.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'unspoken-test-'));
const rows = [];
/** What is to be told at the end by name. */
const named = [];

/** Runs a command and counts; what it prints is shown at once, or held back until it ends. */
async function run(name, command, args, env, count, { held = false } = {}) {
  const began = Date.now();
  if (!held) process.stdout.write(`\n== ${name}\n`);
  const printed = [];
  const status = await new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', held ? 'pipe' : 'inherit', held ? 'pipe' : 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => printed.push(part));
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
  if (held) process.stdout.write(`\n== ${name}\n${Buffer.concat(printed)}`);
  const counts = count(status === 0);
  // A runner that broke down without counting has failed all the same.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  rows.push({ name, ...counts, seconds: Math.round((Date.now() - began) / 1000) });
}

const report = (name) => {
  const path = join(folder, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
};

/** How a story ended that did not simply pass. */
const told = { skipped: 'skipped', unexpected: 'failed', flaky: 'passed at the second try' };

const namedIn = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ title, tests }) => tests.flatMap(({ status }) => (told[status] ? `${told[status]}: ${title}` : []))),
  ...suites.flatMap(namedIn),
];

const stories = (name, project, options) =>
  run(
    name,
    'npx',
    ['playwright', 'test', '--config', 'verification/e2e/playwright.config.ts', '--project', project],
    { PLAYWRIGHT_JSON: join(folder, `${project}.json`) },
    () => {
      const { stats, suites = [] } = report(`${project}.json`) ?? {};
      named.push(...suites.flatMap(namedIn));
      return {
        passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
        failed: stats?.unexpected ?? 0,
        skipped: stats?.skipped ?? 0,
      };
    },
    options,
  );

await run('static checks', 'node', ['tools/check.mjs'], {}, (passed) => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
  skipped: 0,
}));

await Promise.all([
  run(
    'unit, integration, simulation',
    'npx',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'vitest.json')}`],
    {},
    () => {
      const result = report('vitest.json');
      for (const file of result?.testResults ?? [])
        for (const each of file.assertionResults)
          if (each.status !== 'passed') named.push(`${each.status === 'failed' ? 'failed' : 'skipped'}: ${each.fullName}`);
      return { passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 0, skipped: result?.numPendingTests ?? 0 };
    },
  ),
  stories('browser stories, pages', 'pages', { held: true }),
]);

await stories('browser stories, minutes', 'stories');

rmSync(folder, { recursive: true, force: true });
process.stdout.write('\n');
for (const { name, passed, failed, skipped: left, seconds } of rows)
  process.stdout.write(
    `${name.padEnd(32)} ${String(passed).padStart(4)} passed ${String(failed).padStart(3)} failed ${String(left).padStart(3)} skipped ${String(seconds).padStart(5)} s\n`,
  );
for (const line of named) process.stdout.write(`${line}\n`);
const sum = (of) => rows.reduce((all, row) => all + row[of], 0);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
