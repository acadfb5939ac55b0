import type { Mutant } from './mutants.ts';

const seed = 20_261_120;
/** Where the bug shows late, or the worlds are slow to run, these seeds show it early. */
const earlySeeds: Readonly<Partial<Record<Mutant, number>>> = {
  'nobody takes over from a dead process': 5,
  'lost state stays lost': 3,
  'sockets do not rejoin a process that was away': 3,
  'a room that is taken over gets the newest version': 4,
  'a try stays claimed when its process dies': 14,
  'a try is used up by the partner’s end': 11,
  'a try is claimed outside of its transaction': 5,
};

/** The seed by which a mutant is looked for. */
export const seedOf = (mutant: Mutant): number => earlySeeds[mutant] ?? seed;
