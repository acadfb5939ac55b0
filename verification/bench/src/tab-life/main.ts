import { manyEncounters, printEncounters } from './encounters.ts';
import { option } from './tab.ts';

const total = option('encounters', 200);
printEncounters(await manyEncounters(total), total);
