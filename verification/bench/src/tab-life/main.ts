import { dayOfPresence, printDay } from './day.ts';
import { manyEncounters, printEncounters } from './encounters.ts';
import { energy, printEnergy } from './energy.ts';
import { option } from './tab.ts';

/**
 * What stays in a tab: after 200 encounters, and after a day in the lobby; and what its states cost beside bare pages. Options: `--only
 * encounters|day|energy`, `--encounters`, `--hours`, `--runs`.
 */
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
if (only === undefined || only === 'encounters') {
  const total = option('encounters', 200);
  printEncounters(await manyEncounters(total), total);
}
if (only === undefined || only === 'day') printDay(await dayOfPresence(option('hours', 24)));
if (only === undefined || only === 'energy') {
  const runs = option('runs', 5);
  printEnergy(await energy(runs), runs);
}
