/**
 * `npm run rehearse:container` runs the steps of deploy/Containerfile one by one without a container engine, and tests the
 * result. The base image is replaced by a Debian from debootstrap with this project's Node and this machine's npm, the
 * container by chroot. Needs root on Debian, and takes some minutes. Exits 1 if a check fails.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { freePort } from '../free-port.ts';
import { instructionsOf, pairsOf } from './containerfile.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'unspoken-container-'));
const say = (words: string) => process.stdout.write(`${words}\n`);
const run = (command: string, args: readonly string[], input?: string | Buffer) =>
  execFileSync(command, args, { cwd: root, input, maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'inherit'] });

/** Builds a replacement for the base image of the container file, with the parts of it that are used. */
function makeBase(): string {
  const base = join(folder, 'base');
  if (spawnSync('debootstrap', ['--version']).error) run('apt-get', ['install', '-y', '-q', 'debootstrap']);
  say('Debian, by debootstrap ...');
  run('debootstrap', ['--variant=minbase', 'bookworm', base]);
  cpSync(process.execPath, join(base, 'usr/local/bin/node'));
  const modules = run('npm', ['root', '--global', '--loglevel=error']).toString().trim();
  cpSync(join(modules, 'npm'), join(base, 'usr/local/lib/node_modules/npm'), { recursive: true });
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm')]);
  inside(base, ['useradd', '--uid', '1000', '--create-home', 'node']);
  return base;
}

interface Inside {
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly workdir?: string;
}

/**
 * The command that runs a program with a folder as its root, and with mounts that end with it. Each step replaces the
 * last (exec): one process.
 */
const commandInside = (at: string, command: readonly string[], { env = {}, user = 'root', workdir = '/' }: Inside = {}) => [
  ...['unshare', '--mount', 'sh', '-c', 'mount -t proc proc "$0/proc" && exec "$@"', at],
  ...['chroot', `--userspec=${user}:${user}`, at, '/usr/bin/env', '-i', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'],
  ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ...['sh', '-c', 'cd "$0" && exec "$@"', workdir, ...command],
];
const inside = (at: string, command: readonly string[], how: Inside = {}) => {
  const [program = '', ...args] = commandInside(at, command, how);
  return run(program, args);
};

/** Copies what `COPY . .` would copy: the tracked files, except those that .dockerignore names. */
function copyProject(to: string): void {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('!'));
  const files = run('git', ['ls-files', '-z']).toString().split('\0').filter(Boolean);
  const copied = files.filter((path) => !ignored.some((glob) => matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`)));
  run('tar', ['-xf', '-', '-C', to], run('tar', ['-cf', '-', '--null', '-T', '-'], copied.join('\0')));
}

/**
 * Gives the build this machine's access to the network: name resolution, npm settings and certificates. Returns
 * environment variables.
 */
function networkSettings(at: string): Record<string, string> {
  for (const name of ['resolv.conf', 'hosts'])
    if (existsSync(`/etc/${name}`)) cpSync(`/etc/${name}`, join(at, 'etc', name), { dereference: true });
  const settings = run('npm', ['config', 'get', 'userconfig', '--loglevel=error']).toString().trim();
  if (existsSync(settings)) cpSync(settings, join(at, 'root/.npmrc'));
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) cpSync(certificates, join(at, 'etc/extra-certificates.pem'), { dereference: true });
  return certificates ? { NODE_EXTRA_CA_CERTS: '/etc/extra-certificates.pem' } : {};
}

/** The built image and its settings. */
interface Image {
  at: string;
  env: Record<string, string>;
  user: string;
  workdir: string;
  command: string[];
  healthcheck: string[];
}

function build(base: string): Image {
  const stages = new Map<string, string>();
  let image: Image | undefined;
  let count = 0;
  for (const { name, rest } of instructionsOf(readFileSync(join(root, 'deploy', 'Containerfile'), 'utf8'))) {
    say(`${name} ${rest}`);
    const words = rest.split(' ');
    if (name === 'FROM') {
      if (!/\/node:24-bookworm-slim$/.test(words[0] ?? '')) throw new Error(`what ${words[0]} holds is not known here`);
      const at = join(folder, `stage-${++count}`);
      run('cp', ['-a', base, at]);
      if (words[1]?.toUpperCase() === 'AS') stages.set(words[2] ?? '', at);
      image = { at, env: {}, user: 'root', workdir: '/', command: [], healthcheck: [] };
      continue;
    }
    if (!image) throw new Error('it does not begin with FROM');
    const { at, env, user, workdir } = image;
    if (name === 'ENV') Object.assign(env, pairsOf(rest));
    else if (name === 'USER') image.user = rest;
    else if (name === 'CMD') image.command = JSON.parse(rest);
    else if (name === 'HEALTHCHECK') image.healthcheck = JSON.parse(rest.slice(rest.indexOf('[')));
    else if (name === 'WORKDIR') {
      image.workdir = rest;
      mkdirSync(join(at, rest), { recursive: true });
    } else if (name === 'RUN')
      inside(at, ['/bin/sh', '-c', rest], { env: { HOME: '/root', ...networkSettings(at), ...env }, user, workdir });
    else if (name === 'COPY' && rest === '. .') copyProject(join(at, workdir));
    else if (name === 'COPY' && words[0]?.startsWith('--from=')) {
      const from = stages.get(words[0].slice('--from='.length));
      if (!from) throw new Error(`no stage ${words[0]}`);
      run('cp', ['-a', `${join(from, words[1] ?? '')}/.`, join(at, words[2] ?? '')]);
    } else if (!['EXPOSE', 'VOLUME', 'STOPSIGNAL'].includes(name)) throw new Error(`${name} is not known here`);
  }
  if (!image) throw new Error('there is nothing in it');
  return image;
}

let isFine = true;
const report = (what: string, isTrue: boolean) => {
  isFine &&= isTrue;
  say(`${isTrue ? 'ok  ' : 'NOT '} ${what}`);
};

async function tryOut({ at, env, user, workdir, command, healthcheck }: Image): Promise<void> {
  const settings = {
    PUBLIC_URL: 'https://unspoken.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SUPPORT_EMAIL: 'help@unspoken.example',
  };
  const how = {
    user,
    workdir,
    env: { ...env, ...settings, PORT: String(await freePort()), SECRET: 'of nobody but this rehearsal of a container' },
  };
  const execute = (words: readonly string[], { SECRET, ...others }: Record<string, string> = how.env, secret = SECRET) => {
    const [program = '', ...args] = commandInside(at, words, { ...how, env: { ...others, ...(secret && { SECRET: secret }) } });
    return spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  };
  report('it does not run as root', execute(['id', '-u']).stdout.trim() === '1000');
  report('who runs it cannot change the program', execute(['touch', join(workdir, 'package.json')]).status !== 0);
  report('who runs it can write where its data stands', execute(['touch', '/data/here']).status === 0);
  const refused = execute(command, how.env, '');
  report('without a secret it does not start, and says so', refused.status !== 0 && refused.stderr.includes('SECRET'));
  const began = performance.now();
  const [program = '', ...args] = commandInside(at, command, how);
  const running = spawn(program, args, { stdio: 'ignore' });
  let isWell = false;
  while (!isWell && running.exitCode === null && performance.now() - began < 60_000) isWell = execute(healthcheck).status === 0;
  report(`its health check succeeds, ${((performance.now() - began) / 1_000).toFixed(1)} s after its start`, isWell);
  const page = await fetch(`http://127.0.0.1:${how.env.PORT}/`).catch(() => undefined);
  report('the lobby answers', page?.status === 200 && (await page.text()).includes('<html'));
  running.kill('SIGTERM');
  const [code] = await once(running, 'exit');
  report('it ends on SIGTERM', code === 0);
  say(
    `     the program takes ${
      run('du', ['-sm', join(at, workdir)])
        .toString()
        .split('\t')[0]
    } MB`,
  );
}

try {
  await tryOut(build(makeBase()));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(isFine ? 'The container file holds.' : 'The container file does not hold.');
process.exitCode = isFine ? 0 : 1;
