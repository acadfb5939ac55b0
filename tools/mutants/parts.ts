/** Files that belong together, with their tests: each part is mutated by itself and has a score of its own. */
export interface Part {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const server = 'apps/server/src';

export const parts: readonly Part[] = [
  {
    name: 'encounter',
    mutate: ['packages/encounter/src/*.ts', '!packages/encounter/src/{channel-bed,hosted,testbed,*.test}.ts'],
    tests: ['packages/encounter/src/*.test.ts'],
  },
  {
    name: 'rooms',
    mutate: [`${server}/encounters/{room,rooms,room-state,room-registry,room-lifecycle}.ts`],
    tests: [`${server}/encounters/*.test.ts`],
  },
  {
    name: 'matchmaking',
    mutate: [`${server}/matchmaking/{memory-state,rules}.ts`],
    tests: [`${server}/matchmaking/*.test.ts`],
  },
  {
    name: 'rules',
    mutate: [`${server}/{accounts,encounters,moderation}/rules.ts`],
    tests: [`${server}/{accounts,encounters,moderation}/*.test.ts`],
  },
  {
    name: 'limits',
    mutate: [`${server}/platform/{limits,memory-counters}.ts`],
    tests: [`${server}/platform/{limits,windows}.test.ts`],
  },
  {
    name: 'retention',
    mutate: [`${server}/privacy/retention.ts`],
    tests: [`${server}/privacy/retention.test.ts`],
  },
];
