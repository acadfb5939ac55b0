import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDataFolder } from '@unspoken/testing/data-folder/prepared';
import { startArguments } from '@unspoken/testing/start-command';
import { startWorld } from '@unspoken/testing/world';
import { afterEach, expect, test } from 'vitest';

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function emptyFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'unspoken-start-'));
  folders.push(path);
  return path;
}

/** Starts the real process; `settled` resolves once it is up or has ended. */
function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, startArguments, { env: { PATH: process.env.PATH, PORT: '0', ...environment } });
  children.push(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const up = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text;
        if (output.includes('npm run demo')) resolve();
      });
  });
  return { child, output: () => output, ended, settled: Promise.race([up, ended]) };
}

test('a process prints its addresses, a second one on the same data refuses to start, and SIGTERM ends the first cleanly', async () => {
  const DATA_DIR = await newDataFolder();
  folders.push(DATA_DIR);
  const running = start({ DATA_DIR });
  await running.settled;
  expect(running.output()).toContain('/dev/mailbox');
  // There is no relay here, which hides addresses.
  expect(running.output()).toContain('Partners connect directly');
  const second = start({ DATA_DIR });
  expect(await second.ended).toBe(1);
  expect(second.output().trim()).toBe(`DATA_DIR ${join(DATA_DIR, 'database')} is in use by another running process`);
  expect(running.child.exitCode).toBeNull();
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  // On a busy machine each of the two may take half a minute to start.
}, 180_000);

test('a wrong setting stops the start with one sentence', async () => {
  const stopped = start({ DATA_DIR: await emptyFolder(), PORT: 'eighty' });
  expect(await stopped.ended).toBe(1);
  expect(stopped.output()).toBe('PORT must be a whole number from 0 to 65535.\n');
});

test('[WEB-35] while the installation is paused, connect requests are refused, whatever the page offers', async () => {
  const world = await startWorld({ PAUSE: 'paused' });
  expect((await world.call('/api/v1/configuration')).body.pause).toBe('paused');
  const ann = await (await world.member('Ann')).socket();
  expect(await ann.emit('connectClick', { clickID: 'mine' })).toMatchObject({ error: 'paused' });
  await world.close();
});
