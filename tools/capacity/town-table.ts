import { figureNames, predict, type TownFigures, type TownHabits } from './town.ts';

/** What a simulated town did. */
export interface ObservedTown {
  readonly seed: number;
  readonly habits: TownHabits;
  readonly observed: TownFigures;
  readonly gathering: { readonly people: number; readonly within5s: number; readonly busiestSecond: number };
  /** Processor time for one second of one person, and of one call of the matchmaking state, µs. */
  readonly perPersonSecond: number;
  readonly perCall: number;
}

const shown = (value: number): string => String(Number(value.toPrecision(3)));

/** What the model predicted of towns of several sizes, beside what they did. */
export function townTable(towns: readonly ObservedTown[]): string {
  const head = ['figure', ...towns.map(({ habits }) => `${habits.people.toLocaleString('en-GB')} on ${habits.processes}`)];
  const figures = (Object.keys(figureNames) as (keyof TownFigures)[]).map((name) => [
    figureNames[name],
    ...towns.map(({ habits, observed }) => {
      const predicted = predict(habits)[name];
      const ratio = predicted === 0 ? '' : `, ${(observed[name] / predicted).toFixed(2)} times`;
      return `${shown(predicted)} predicted, ${shown(observed[name])} observed${ratio}`;
    }),
  ]);
  const other = [
    ['people of a gathering who press within 5 s', ...towns.map(({ gathering }) => String(gathering.people))],
    ['of these in a room within 5 s of their press', ...towns.map(({ gathering }) => String(gathering.within5s))],
    ['pairings in the busiest second of it', ...towns.map(({ gathering }) => String(gathering.busiestSecond))],
    ['processor for a second of a person, µs', ...towns.map(({ perPersonSecond }) => shown(perPersonSecond))],
    ['processor for a call of the matchmaking state, µs', ...towns.map(({ perCall }) => shown(perCall))],
    ['seed', ...towns.map(({ seed }) => String(seed))],
  ];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return `\`npm run simulate:town\`: the real matchmaking (state in memory) and the real presence of several processes in virtual time, with people who come, pause, connect with anyone
or with their circle, are in an encounter for its duration, and leave. The columns are people on processes. It checks the arithmetic of the model, not the speed of a machine: there is no
PostgreSQL, no Redis and no socket in it. The processor times are those of the simulation as a whole; should they grow from size to size, something grows faster than the number of people.

${row(head)}${row(head.map(() => '---'))}${[...figures, ...other].map(row).join('')}`;
}
