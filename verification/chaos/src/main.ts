import { parseArgs } from 'node:util';
import { everyFault } from './faults/every.ts';
import { runChaos } from './run.ts';

/**
 * `npm run chaos -- --people 500 --nodes 3 --calm 20 --seed 1 --only "Redis"`: prints for each fault how soon people met again (the first
 * pair, the tenth pair, the promised bound), and every violation. Exits 1 if there is a violation, or a bound is exceeded.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '500' },
    nodes: { type: 'string', default: '3' },
    calm: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const { outcomes, minutes, encounters, acknowledged, mails, mailsAgain, wrong, logs } = await runChaos({
  people: Number(values.people),
  nodes: Number(values.nodes),
  calm: Number(values.calm) * 1_000,
  seed: Number(values.seed),
  faults: everyFault.filter(({ name, impossible }) => {
    const why = impossible?.();
    if (why !== undefined) process.stdout.write(`skipped: ${name}: ${why}\n`);
    return why === undefined && name.includes(values.only);
  }),
  print,
});
print(
  `${encounters} encounters, ${minutes} whole minutes, ${acknowledged} thanks, reports and wishes about circles acknowledged`,
);
print(`${mails} mails owed, ${mailsAgain} of them sent a second time under the same name`);
const late = outcomes.filter(({ tenth, bound }) => tenth === undefined || tenth > bound);
for (const { name } of late) print(`LATE ${name}`);
for (const each of wrong) print(`WRONG ${each}`);
const fine = wrong.length === 0 && late.length === 0 && outcomes.every((each) => each.wrong.length === 0);
if (!fine) print(logs);
process.exit(fine ? 0 : 1);
