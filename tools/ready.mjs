/**
 * Prepares a checkout to run, and prints nothing if it is ready: `ready.mjs [--build] [--browser [--reader]]`.
 * Runs on the system's Node, before anything is installed, and so depends on Node only.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  findCaddy,
  findChromium,
  findCompose,
  findFakeTime,
  findFirefox,
  findHeadlessShell,
  findOpenSsl,
  findPostgres,
  findRedis,
  findTurnServer,
  readerPrograms,
} from './programs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, 'node_modules', '.cache', 'ready');
const wanted = new Set(process.argv.slice(2));
const say = (words) => process.stdout.write(`${words}\n`);

/** A hash of the paths and contents of files and folders. */
function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) if (name !== 'node_modules' && name !== 'dist') add(join(path, name));
    } else hash.update(path).update('\0').update(readFileSync(full)).update('\0');
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** Runs a step unless its stamp shows that it was done for these inputs. The stamp is written last. */
function unlessDone(name, inputs, result, step) {
  const stamp = join(cache, name);
  const hash = hashOf(inputs);
  const done = existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (done) return;
  step();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, hash);
}

function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) {
    say(`${command} ${args.join(' ')} did not succeed`);
    process.exit(1);
  }
}

/** Concurrent commands must not install at the same time: the second waits for the first. */
function withLock(step) {
  const lock = join(root, '.ready.lock');
  const isAlive = (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
      if (owner && !isAlive(owner)) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    }
  }
  const release = () => rmSync(lock, { force: true });
  process.on('exit', release);
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  step();
}

withLock(() => {
  unlessDone('install', ['package.json', 'package-lock.json'], join(root, 'node_modules', '.package-lock.json'), () => {
    say('Installing what is needed (about a minute the first time) ...');
    // The build needs the development dependencies, which npm omits if NODE_ENV is production.
    run('npm', ['ci', '--ignore-scripts', '--include=dev']);
  });
  if (wanted.has('--build'))
    unlessDone(
      'build',
      ['apps/web', 'packages/contract', 'packages/encounter', 'brand', 'package-lock.json'],
      join(root, 'apps', 'web', 'dist', 'pages', 'en', 'shell.html'),
      () => {
        say('Building the web application ...');
        run('npx', ['node', 'apps/web/build.ts']);
      },
    );
  if (!wanted.has('--browser')) return;
  const debianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  const programs = {
    chromium: findChromium,
    'chromium-headless-shell': findHeadlessShell,
    'firefox-esr': findFirefox,
    coturn: findTurnServer,
    openssl: findOpenSsl,
    postgresql: findPostgres,
    'redis-server': findRedis,
    faketime: findFakeTime,
    caddy: findCaddy,
    'docker-compose': findCompose,
    // A screen reader, with a screen, a session and a keyboard for it.
    ...(wanted.has('--reader') && readerPrograms),
  };
  const missing = Object.keys(programs).filter((name) => !programs[name]());
  if (missing.length > 0 && debianRoot) {
    say(`Installing ${missing.join(', ')} from Debian's packages ...`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env, stdio: 'ignore' });
  } else if (!findChromium()) {
    say('Please install Chromium or Chrome (or set CHROME_PATH to one), then run this again.');
    process.exit(1);
  }
});
