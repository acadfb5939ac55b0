import { expect, test } from 'vitest';
import { findPostgres, findRedis } from '../../../tools/programs.mjs';
import { everyFault } from './faults/every.ts';
import { runChaos } from './run.ts';

const short = ['a process is killed', 'Redis is killed and comes back empty', 'PostgreSQL is killed and comes back'];

if (findPostgres() && findRedis())
  test('[ENC-22] [ACC-9] [MAT-1] [MAT-8] [ENC-6] [ENC-8] when processes, Redis or PostgreSQL die, everything acknowledged is stored exactly once', async () => {
    const chosen = everyFault.filter(({ name }) => short.includes(name));
    expect(chosen).toHaveLength(short.length);
    const report = await runChaos({ people: 30, nodes: 3, calm: 8_000, seed: 7, faults: chosen });
    expect(report.wrong, report.logs).toEqual([]);
    for (const { name, tenth, wrong } of report.outcomes) {
      expect(wrong, name).toEqual([]);
      // `npm run chaos` measures how soon people meet again; this test only requires that they do.
      expect(tenth, `${name}: nobody met again`).toBeDefined();
    }
    expect(report.minutes).toBeGreaterThan(0);
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.mails).toBeGreaterThan(0);
  });
else test.skip('chaos: PostgreSQL or Redis is not installed', () => {});
