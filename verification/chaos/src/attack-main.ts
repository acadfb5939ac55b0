import { parseArgs } from 'node:util';
import { percentile } from '../../../tools/figures.ts';
import { runAttack } from './attack.ts';

/**
 * `npm run attack -- --attackers 200 --people 100 --nodes 3 --seconds 15 --rounds 2`: alternates rounds with and without attackers, and
 * prints how long each kind of attacker stayed connected and how long honest people waited to be paired. Exits 1 if an attacker stayed
 * for longer than 3 s, or if the honest p99 under attack is more than five times that without attackers. Source: requirements/threats 8.
 */
const { values } = parseArgs({
  options: {
    attackers: { type: 'string', default: '200' },
    people: { type: 'string', default: '100' },
    nodes: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '2' },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const { inPeace, attacked, results } = await runAttack({
  attackers: Number(values.attackers),
  people: Number(values.people),
  nodes: Number(values.nodes),
  span: Number(values.seconds) * 1_000,
  rounds: Number(values.rounds),
  print,
});
const row = (name: string, ...cells: (string | number)[]) =>
  print(name.padEnd(46) + cells.map((cell) => String(cell).padStart(9)).join(''));
row('', 'tried', 'refused', 'longest');
for (const { name, tried, refused, longest } of results) row(name, tried, refused, `${longest.toFixed(0)} ms`);
print('');
row('', 'pairs', 'p50', 'p99');
for (const [name, times] of Object.entries({ 'without attackers': inPeace, 'with attackers': attacked }))
  row(name, times.length, `${percentile(times, 0.5).toFixed(1)} ms`, `${percentile(times, 0.99).toFixed(1)} ms`);
const ratio = percentile(attacked, 0.99) / percentile(inPeace, 0.99);
print(`\np99 with attackers: ${ratio.toFixed(2)} times that without attackers`);
process.exit(ratio <= 5 && results.every(({ longest }) => longest <= 3_000) ? 0 : 1);
