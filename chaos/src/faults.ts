import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation, Node } from '@unspoken/world/installation';
import { findFakeTime } from '../../tools/programs.mjs';

const wait = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

/** One kind of trouble: what is done, and what heals it. */
export interface Fault {
  readonly name: string;
  /** Within so many ms of the end of it, people meet again. Source: promises.md, expected recovery times. */
  readonly bound: number;
  /** Why it cannot be done on this machine, if it cannot. */
  readonly impossible?: () => string | undefined;
  /** Does it, and resolves when what is broken has been mended, with the instant from which on people can meet again. */
  run(installation: Installation): Promise<number>;
}

const now = () => performance.timeOrigin + performance.now();
const anyOf = ({ nodes }: Installation): Node => nodes[Math.floor(Math.random() * nodes.length)] as Node;

export const faults: readonly Fault[] = [
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
  {
    name: 'a process is ended and started anew',
    bound: 12_000,
    async run(installation) {
      const node = anyOf(installation);
      const at = now();
      await node.signal('SIGTERM');
      await node.start();
      return at;
    },
  },
  {
    name: 'a process stands still for 12 s',
    bound: 12_000,
    async run(installation) {
      const node = anyOf(installation);
      const at = now();
      await node.signal('SIGSTOP');
      await wait(12_000);
      await node.signal('SIGCONT');
      return at;
    },
  },
  {
    name: 'all processes are killed at once',
    bound: 10_000,
    async run({ nodes }) {
      await Promise.all(nodes.map((node) => node.signal('SIGKILL')));
      await Promise.all(nodes.map((node) => node.start()));
      return now();
    },
  },
  {
    name: 'Redis is killed and comes back empty',
    bound: 5_000,
    async run({ redis }) {
      await redis.kill();
      await wait(3_000);
      await redis.start();
      return now();
    },
  },
  {
    name: 'Redis forgets everything',
    bound: 5_000,
    async run({ redis }) {
      await redis.command('FLUSHALL');
      return now();
    },
  },
  {
    name: 'PostgreSQL is killed and comes back',
    bound: 6_000,
    async run({ postgres }) {
      await postgres.kill();
      await wait(2_000);
      await postgres.start();
      return now();
    },
  },
  {
    name: 'the line between a process and Redis is cut for 15 s',
    bound: 12_000,
    async run(installation) {
      const node = anyOf(installation);
      const at = now();
      node.redis.cut();
      await wait(15_000);
      node.redis.heal();
      return at;
    },
  },
  {
    name: 'the clock of a process stands 90 s behind',
    bound: 12_000,
    impossible: () => (findFakeTime() ? undefined : 'faketime is not installed'),
    async run(installation) {
      const node = anyOf(installation);
      await node.signal('SIGKILL');
      // What stands still in the wrong hour is the clock on the wall; what counts milliseconds goes on.
      await node.start(['/usr/bin/env', 'FAKETIME_DONT_FAKE_MONOTONIC=1', findFakeTime() ?? '', '-f', '-90s']);
      const at = now();
      await wait(20_000);
      await node.signal('SIGKILL');
      await node.start();
      return at;
    },
  },
  {
    name: 'the disk of PostgreSQL is full for 10 s',
    bound: 12_000,
    impossible: () => (process.getuid?.() === 0 ? undefined : 'only root can make a small disk'),
    async run({ postgres, disk }) {
      const filler = join(disk ?? '', 'filler');
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' });
      } catch {
        // It ends when there is no room.
      }
      await wait(10_000);
      rmSync(filler);
      await postgres.start();
      return now();
    },
  },
  {
    name: 'nobody reaches Redis for 15 s, which forgets nothing',
    bound: 12_000,
    async run({ nodes }) {
      for (const { redis } of nodes) redis.cut();
      await wait(15_000);
      for (const { redis } of nodes) redis.heal();
      return now();
    },
  },
  {
    name: 'PostgreSQL stands still for 12 s',
    bound: 12_000,
    async run({ postgres }) {
      postgres.freeze(true);
      await wait(12_000);
      postgres.freeze(false);
      return now();
    },
  },
];
