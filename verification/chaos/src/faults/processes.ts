import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFakeTime } from '../../../../tools/programs.mjs';
import { anyOf, type Fault, now, toOne, unlessRoot } from './fault.ts';

/** One process runs under special conditions for a while, and people can meet on the others; then it is restarted as usual. */
const underConditions = (name: string, wrapped: () => readonly string[], impossible: () => string | undefined): Fault => ({
  name,
  bound: 12_000,
  impossible,
  async run(installation) {
    const node = anyOf(installation);
    await node.signal('SIGKILL');
    await node.start(wrapped());
    const at = now();
    await wait(20_000);
    await node.signal('SIGKILL');
    await node.start();
    return at;
  },
});

// Only the wall clock is wrong; the monotonic clock is unaffected.
const clockOff = (description: string, offset: string) =>
  underConditions(
    `the clock of a process stands ${description}`,
    () => ['/usr/bin/env', 'FAKETIME_DONT_FAKE_MONOTONIC=1', `FAKETIME=${offset}`, `LD_PRELOAD=${findFakeTime()}`],
    () => (findFakeTime() ? undefined : 'faketime is not installed'),
  );

const processorShares = '/sys/fs/cgroup/cpu';

export const faultsOfProcesses: readonly Fault[] = [
  {
    name: 'a process is killed',
    bound: 12_000,
    async run(installation) {
      const node = anyOf(installation);
      await node.signal('SIGKILL');
      const at = now();
      await wait(10_000);
      await node.start();
      return at;
    },
  },
  toOne('a process is ended and restarted', async (node) => {
    await node.signal('SIGTERM');
    await node.start();
  }),
  {
    name: 'all processes are replaced, one after the other',
    bound: 12_000,
    async run({ nodes }) {
      const at = now();
      for (const node of nodes) {
        await node.signal('SIGTERM');
        await node.start();
      }
      return at;
    },
  },
  toOne('a process is suspended (SIGSTOP) for 12 s', async (node) => {
    await node.signal('SIGSTOP');
    await wait(12_000);
    await node.signal('SIGCONT');
  }),
  {
    name: 'all processes are killed at once',
    bound: 10_000,
    async run({ nodes }) {
      await Promise.all(nodes.map((node) => node.signal('SIGKILL')));
      await Promise.all(nodes.map((node) => node.start()));
      return now();
    },
  },
  clockOff('90 s behind', '-90s'),
  clockOff('10 min ahead', '+10m'),
  underConditions(
    'a process may open no more than 150 files',
    () => ['/bin/sh', '-c', 'ulimit -n 150; exec "$@"', 'sh'],
    () => undefined,
  ),
  toOne(
    'a process has a tenth of a processor for 15 s',
    async (node) => {
      const share = join(processorShares, `unspoken-${process.pid}`);
      mkdirSync(share);
      writeFileSync(join(share, 'cpu.cfs_quota_us'), '10000');
      writeFileSync(join(share, 'cgroup.procs'), String(node.pid));
      await wait(15_000);
      writeFileSync(join(processorShares, 'cgroup.procs'), String(node.pid));
      rmdirSync(share);
    },
    () => unlessRoot() ?? (existsSync(join(processorShares, 'cpu.cfs_quota_us')) ? undefined : 'there is no cgroup for it'),
  ),
];
