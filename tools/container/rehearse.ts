/**
 * `npm run rehearse:container` does the steps of deploy/Containerfile one by one without a container engine, and tries what comes
 * out. In place of the image it begins from stands a Debian from debootstrap with this project's Node and this machine's npm; in
 * place of a container, a changed root. Needs root on Debian, and takes some minutes. Exits 1 if something is not as it should be.
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

/** What stands in the image that the container file begins from, as far as it is used. */
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

/** The command that runs a program with a folder as its root, and mounts that are gone with it. Each step gives way to the next: one process. */
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

/** What `COPY . .` takes: what is tracked, but for what .dockerignore names. */
function copyProject(to: string): void {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('!'));
  const files = run('git', ['ls-files', '-z']).toString().split('\0').filter(Boolean);
  const taken = files.filter((path) => !ignored.some((glob) => matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`)));
  run('tar', ['-xf', '-', '-C', to], run('tar', ['-cf', '-', '--null', '-T', '-'], taken.join('\0')));
}

/** How the outside is reached while it is built: as from this machine. */
function outside(at: string): Record<string, string> {
  for (const name of ['resolv.conf', 'hosts'])
    if (existsSync(`/etc/${name}`)) cpSync(`/etc/${name}`, join(at, 'etc', name), { dereference: true });
  const settings = run('npm', ['config', 'get', 'userconfig', '--loglevel=error']).toString().trim();
  if (existsSync(settings)) cpSync(settings, join(at, 'root/.npmrc'));
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) cpSync(certificates, join(at, 'etc/extra-certificates.pem'), { dereference: true });
  return certificates ? { NODE_EXTRA_CA_CERTS: '/etc/extra-certificates.pem' } : {};
}

/** What the container file says of the container it makes. */
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
      inside(at, ['/bin/sh', '-c', rest], { env: { HOME: '/root', ...outside(at), ...env }, user, workdir });
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
const holds = (what: string, does: boolean) => {
  isFine &&= does;
  say(`${does ? 'ok  ' : 'NOT '} ${what}`);
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
  const asked = (words: readonly string[], { SECRET, ...others }: Record<string, string> = how.env, secret = SECRET) => {
    const [program = '', ...args] = commandInside(at, words, { ...how, env: { ...others, ...(secret && { SECRET: secret }) } });
    return spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  };
  holds('it runs as somebody who is not root', asked(['id', '-u']).stdout.trim() === '1000');
  holds('who runs it cannot change the program', asked(['touch', join(workdir, 'package.json')]).status !== 0);
  holds('who runs it can write where its data stands', asked(['touch', '/data/here']).status === 0);
  const refused = asked(command, how.env, '');
  holds('without a secret it does not start, and says so', refused.status !== 0 && refused.stderr.includes('SECRET'));
  const began = performance.now();
  const [program = '', ...args] = commandInside(at, command, how);
  const running = spawn(program, args, { stdio: 'ignore' });
  let isWell = false;
  while (!isWell && running.exitCode === null && performance.now() - began < 60_000) isWell = asked(healthcheck).status === 0;
  holds(`its health check succeeds, ${((performance.now() - began) / 1_000).toFixed(1)} s after its start`, isWell);
  const page = await fetch(`http://127.0.0.1:${how.env.PORT}/`).catch(() => undefined);
  holds('the lobby answers', page?.status === 200 && (await page.text()).includes('<html'));
  running.kill('SIGTERM');
  const [code] = await once(running, 'exit');
  holds('it ends when it is told to', code === 0);
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
