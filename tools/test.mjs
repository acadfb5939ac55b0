/**
 * `npm test`: two lanes side by side, so that two cores are busy to the end. One runs the browser stories with cameras; the other the
 * static checks and, at a low priority, the unit, integration and chaos tests and the simulation. The stories without a camera are divided
 * into parts, and a lane that has ended takes the next part. At the end it prints what was skipped, what failed, the slowest tests, and a
 * summary line. A story or a chaos test that fails is retried once, because a busy machine can interrupt a minute; those that passed at
 * the second attempt are listed. Tests tagged `long` run with `npm run test:all`; some files of stories take turns (`turns.ts`).
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { seedOfCommit } from './seed.ts';
import { inTurn, turnOf, turns } from './turns.ts';

const turn = turnOf(process.env.STORY_TURN, seedOfCommit());
const folder = mkdtempSync(join(tmpdir(), 'unspoken-test-'));
/** How many of the slowest tests are listed at the end. */
const slowestShown = 8;
const rows = [];
/** Lines at the end: the skipped, failed and retried tests. */
const notes = [];
/** The durations of test files and stories, s. */
const durations = [];

/**
 * Compiled modules are kept between processes, because every server that a test starts loads the same thousand. Node.js ignores
 * entries whose source has changed (nodejs.org/api/module.html, "Module compile cache").
 */
const compileCache = join(process.cwd(), '.cache', 'compiled');

/** Runs a command and counts its results; its output is shown at once, or held back until it ends. */
async function run(name, command, args, env, count, { held = false } = {}) {
  const began = Date.now();
  if (!held) process.stdout.write(`\n== ${name}\n`);
  const printed = [];
  const status = await new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', held ? 'pipe' : 'inherit', held ? 'pipe' : 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
      shell: process.platform === 'win32',
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => printed.push(part));
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
  if (held) process.stdout.write(`\n== ${name}\n${Buffer.concat(printed)}`);
  let counts = { passed: 0, failed: 1, skipped: 0 };
  try {
    counts = count(status === 0);
  } catch (error) {
    notes.push(`failed: the report of ${name} cannot be read: ${error.message}`);
  }
  // A runner that crashed before it counted anything has failed too.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  rows.push({ name, ...counts, seconds: Math.round((Date.now() - began) / 1000) });
}

const report = (name) => {
  const path = join(folder, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
};

/** The first lines of an error, so that the end of the output says why a test failed. */
const reason = (message = '') => {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines
    .slice(0, 6)
    .map((line) => `\n    ${line.slice(0, 200)}`)
    .join('');
};

/** The notes for stories that did not simply pass. */
const noteFor = { skipped: 'skipped', unexpected: 'failed', flaky: 'passed at the second try' };

const notesIn = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ status, results }) =>
      noteFor[status] ? `${noteFor[status]}: ${title}${reason(results.find(({ error }) => error)?.error.message)}` : [],
    ),
  ),
  ...suites.flatMap(notesIn),
];

const timesIn = ({ specs = [], suites = [] }) => [
  ...specs.map(({ title, tests }) => ({
    title,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1_000,
  })),
  ...suites.flatMap(timesIn),
];

/** Runs these files of stories of a project of playwright.config.ts. */
const stories = (name, project, part, paths, options = {}) => {
  const json = `${project}-${part}.json`;
  // A run empties its folder when it begins, and two may run at once.
  const output = `test-results/${project}-${part}`;
  const chosen = ['--project', project, '--grep-invert', '@long', '--output', output, ...paths];
  return run(
    name,
    'npx',
    ['playwright', 'test', '--config', 'verification/e2e/playwright.config.ts', ...chosen],
    { PLAYWRIGHT_JSON: join(folder, json) },
    () => {
      const { stats, suites = [], errors = [] } = report(json) ?? {};
      notes.push(...suites.flatMap(notesIn), ...errors.map(({ message }) => `failed: ${name}${reason(message)}`));
      durations.push(...suites.flatMap(timesIn));
      const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0);
      const failed = (stats?.unexpected ?? 0) + errors.length;
      return {
        passed,
        // A part in which no story ran has not passed.
        failed: passed + failed === 0 ? 1 : failed,
        skipped: stats?.skipped ?? 0,
      };
    },
    options,
  );
};

const checks = () =>
  run('static checks', 'node', ['tools/check.mjs'], {}, (passed) => ({
    passed: passed ? 1 : 0,
    failed: passed ? 0 : 1,
    skipped: 0,
  }));

/** What is noted of a test. One that passed after a failure was retried: `vitest.config.ts` says which are. */
const outcomeOf = ({ status }) => ({ passed: noteFor.flaky, failed: 'failed' })[status] ?? 'skipped';

/** Runs the tests of these projects of vitest.config.ts at a low priority: a minute on video has to be served in time. */
const tests = (name, projects, options) => {
  const json = `${projects.join('-')}.json`;
  const command = ['npx', 'vitest', 'run', '--tagsFilter=!long', ...projects.map((each) => `--project=${each}`)];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, json)}`];
  const [program, ...args] = [...(process.platform === 'win32' ? [] : ['nice', '-n', '10']), ...command, ...reporters];
  return run(
    name,
    program,
    args,
    {},
    () => {
      const result = report(json);
      const short = ({ tags }) => !tags.includes('long');
      for (const { name: path, startTime, endTime, assertionResults, status, message } of result?.testResults ?? []) {
        const title = relative(process.cwd(), path);
        durations.push({ title, seconds: (endTime - startTime) / 1_000 });
        // A file that could not be loaded, or whose preparation failed.
        if (status === 'failed' && !assertionResults.some((each) => each.status === 'failed'))
          notes.push(`failed: ${title}${reason(message)}`);
        for (const each of assertionResults.filter(short))
          if (each.status !== 'passed' || each.failureMessages.length > 0)
            notes.push(`${outcomeOf(each)}: ${each.fullName}${reason(each.failureMessages[0])}`);
      }
      const left = ({ status }) => status !== 'passed' && status !== 'failed';
      return {
        passed: result?.numPassedTests ?? 0,
        failed: result?.numFailedTests ?? 0,
        skipped: (result?.testResults ?? []).flatMap((file) => file.assertionResults.filter(short)).filter(left).length,
      };
    },
    options,
  );
};

/** In how many parts the stories without a camera are run: small enough that both lanes end at about the same time. */
const partsOfPages = 6;
const pages = inTurn('pages', turn).paths;
let partsTaken = 0;
async function remainingPages() {
  while (partsTaken < partsOfPages) {
    const part = partsTaken++;
    const paths = pages.filter((_, index) => index % partsOfPages === part);
    await stories(`browser stories, pages ${part + 1}`, 'pages', part + 1, paths, { held: true });
  }
}

const began = Date.now();
await Promise.all([
  (async () => {
    await stories('browser stories, minutes', 'stories', 1, inTurn('stories', turn).paths);
    await remainingPages();
  })(),
  (async () => {
    await checks();
    await tests('unit, integration, chaos', ['unit', 'integration', 'chaos'], { held: true });
    await tests('simulation', ['simulation'], { held: true });
    await remainingPages();
  })(),
]);

rmSync(folder, { recursive: true, force: true });
process.stdout.write('\n');
for (const { name, passed, failed, skipped: left, seconds } of rows)
  process.stdout.write(
    `${name.padEnd(32)} ${String(passed).padStart(4)} passed ${String(failed).padStart(3)} failed ${String(left).padStart(3)} skipped ${String(seconds).padStart(5)} s\n`,
  );
for (const { title, seconds } of durations.sort((one, other) => other.seconds - one.seconds).slice(0, slowestShown))
  process.stdout.write(`${seconds.toFixed(0).padStart(5)} s  ${title.slice(0, 120)}\n`);
for (const project of ['stories', 'pages']) {
  const { waiting } = inTurn(project, turn);
  if (waiting.length > 0)
    notes.push(
      `not in turn ${turn} of ${turns} (STORY_TURN=all npm test runs all): ${waiting.length} files of ${project}: ${waiting.join(', ')}`,
    );
}
for (const line of notes) process.stdout.write(`${line}\n`);
process.stdout.write(`all: ${Math.round((Date.now() - began) / 1000)} s\n`);
const sum = (of) => rows.reduce((all, row) => all + row[of], 0);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped\n`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
