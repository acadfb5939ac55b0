import { expect, test } from 'vitest';
import { findPostgres, findRedis } from '../../../tools/programs.mjs';
import { runCalls } from './calls.ts';
import { everyFault } from './faults/every.ts';
import { pushFault, pushFaults } from './faults/push.ts';

const asking = 40;

if (findPostgres() && findRedis()) {
  const holds = async (name: string, fault: Parameters<typeof runCalls>[0]['fault']) => {
    const { called, calls, messages, wrong, logs } = await runCalls({ asking, fault });
    process.stdout.write(`${name}: the next call after ${called} ms; ${calls} calls, ${messages} messages\n`);
    expect(wrong, logs).toEqual([]);
    expect(called, `nobody was called any more\n${logs}`).toBeDefined();
  };
  const ofInstallation = (name: string) => () => {
    const found = everyFault.find((each) => each.name === name);
    if (!found) throw new Error(`there is no fault "${name}"`);
    return found;
  };
  test(
    '[NOT-4] [NOT-5] [NOT-9] [NOT-12] a process dies while members are called: nobody is called twice, or who may not be',
    { tags: ['long'] },
    () => holds('a process is killed', ofInstallation('a process is killed')),
  );
  test.each([
    'Redis is killed and comes back empty',
    'Redis is suspended (SIGSTOP) for 10 s',
    'PostgreSQL is killed and comes back',
    'PostgreSQL is suspended (SIGSTOP) for 12 s',
    'all processes are killed at once',
  ])('[NOT-4] [NOT-5] [NOT-9] [NOT-12] a fault while members are called: %s', { tags: ['long'] }, (name) =>
    holds(name, ofInstallation(name)),
  );
  test.each(pushFaults)('[NOT-4] [NOT-5] [NOT-9] [NOT-12] a fault while members are called: %s', { tags: ['long'] }, (name) =>
    holds(name, (service, endpoints) => pushFault(name, service, endpoints)),
  );
} else test.skip('calls under faults: PostgreSQL or Redis is not installed', () => {});
