import { expect, test } from 'vitest';
import { findPostgres, findRedis } from '../../../tools/programs.mjs';
import { everyFault } from './faults/every.ts';
import { runGathering } from './gathering.ts';

const faultOf = (name: string) => {
  const found = everyFault.find((each) => each.name === name);
  if (!found) throw new Error(`there is no fault "${name}"`);
  return found;
};
const [postgres, redis, mail, node] = [
  'PostgreSQL is killed and comes back',
  'Redis is killed and comes back empty',
  'the mail server is away for 10 s',
  'a process is killed',
] as const;

if (findPostgres() && findRedis()) {
  const holds = async (atReminders: string, atStart: string) => {
    const faults = { atReminders: faultOf(atReminders), atStart: faultOf(atStart) };
    const { reminded, paired, wrong, logs } = await runGathering({ people: 40, capacity: 30, ...faults });
    expect(wrong, logs).toEqual([]);
    expect(reminded, `not everybody was reminded\n${logs}`).toBeDefined();
    expect(paired, `not everybody met somebody\n${logs}`).toBeDefined();
    process.stdout.write(`${atReminders}: reminded after ${reminded} ms; ${atStart}: met after ${paired} ms\n`);
  };
  test(
    '[GAT-5] [GAT-8] [GAT-11] [GAT-50] PostgreSQL dies as reminders are due, and Redis as the gathering begins',
    { tags: ['long'] },
    () => holds(postgres, redis),
  );
  test.each([
    [mail, postgres],
    [node, node],
    [redis, mail],
  ])(
    '[GAT-5] [GAT-8] [GAT-11] [GAT-50] a fault as reminders are due, and one as the gathering begins: %s, %s',
    { tags: ['long'] },
    holds,
  );
} else test.skip('gatherings under faults: PostgreSQL or Redis is not installed', () => {});
