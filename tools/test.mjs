/** `npm test`: the static checks, then every test, then the browser stories; at the end, one line that sums it up. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'unspoken-test-'));
const rows = [];
const skipped = [];

function run(name, command, args, env, count) {
  const began = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  const counts = count(status === 0);
  // A runner that broke down without counting has failed all the same.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  rows.push({ name, ...counts, seconds: Math.round((Date.now() - began) / 1000) });
}

const report = (name) => {
  const path = join(folder, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
};

run('static checks', 'node', ['tools/check.mjs'], {}, (passed) => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
  skipped: 0,
}));

run(
  'unit, integration, simulation',
  'npx',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'vitest.json')}`],
  {},
  () => {
    const result = report('vitest.json');
    for (const file of result?.testResults ?? [])
      for (const each of file.assertionResults)
        if (each.status === 'pending' || each.status === 'skipped') skipped.push(each.fullName);
    return { passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 0, skipped: result?.numPendingTests ?? 0 };
  },
);

run(
  'browser stories',
  'npx',
  ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
  { PLAYWRIGHT_JSON: join(folder, 'playwright.json') },
  () => {
    const { stats } = report('playwright.json') ?? {};
    return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), skipped: stats?.skipped ?? 0 };
  },
);

rmSync(folder, { recursive: true, force: true });
process.stdout.write('\n');
for (const { name, passed, failed, skipped: left, seconds } of rows)
  process.stdout.write(
    `${name.padEnd(32)} ${String(passed).padStart(4)} passed ${String(failed).padStart(3)} failed ${String(left).padStart(3)} skipped ${String(seconds).padStart(5)} s\n`,
  );
for (const name of skipped) process.stdout.write(`skipped: ${name}\n`);
const sum = (of) => rows.reduce((all, row) => all + row[of], 0);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
