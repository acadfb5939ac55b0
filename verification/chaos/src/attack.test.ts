import { expect, test } from 'vitest';
import { findPostgres, findRedis } from '../../../tools/programs.mjs';
import { runAttack } from './attack.ts';
import { attacks } from './attacks.ts';

if (findPostgres() && findRedis())
  test('[PLA-2] every attacker is disconnected within three seconds, and people still meet under attack', async () => {
    const report = await runAttack({ nodes: 2, attackers: 2 * attacks.length, people: 20, span: 10_000, rounds: 1 });
    expect(report.results.map(({ name }) => name)).toEqual(attacks.map(({ name }) => name));
    for (const { name, tried, longest } of report.results) {
      expect(tried, name).toBeGreaterThan(0);
      expect(longest, name).toBeLessThan(3_000);
    }
    // `npm run attack` measures how much longer pairing takes; this test only requires that people are paired.
    expect(report.attacked.length).toBeGreaterThan(10);
  });
else test.skip('attackers: PostgreSQL or Redis is not installed', () => {});
