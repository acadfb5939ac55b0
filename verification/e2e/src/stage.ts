import { type Browser, test as base, expect } from '@playwright/test';
import { launchWithoutCamera, launchWithPicture } from './browsers.ts';
import { Person, type PersonOptions } from './person.ts';
import { type RunningServer, shortDurations, startServer } from './server.ts';
import { leaks } from './wire.ts';

export interface Stage {
  readonly server: RunningServer;
  /** Two browsers, one with a red and one with a blue picture. */
  readonly red: Browser;
  readonly blue: Browser;
}

interface Fixtures {
  /** Two members in their lobbies, whose cameras show different pictures. */
  readonly couple: [Person, Person];
  readonly person: (browser: 'red' | 'blue', name: string, options?: PersonOptions) => Promise<Person>;
}

let people = 0;

/** A service that some stories need beside the server, and the settings that refer to it. */
export interface Beside {
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A story on the real product: one server and two browsers per file, new people for each story. */
export const storiesWith = (durations: Parameters<typeof startServer>[0], beside?: () => Promise<Beside>) =>
  base.extend<Fixtures, { stage: Stage }>({
    stage: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
      async ({}, use, { project }) => {
        const other = await beside?.();
        const server = await startServer(durations, other?.environment);
        const launch = project.name === 'pages' ? launchWithoutCamera : launchWithPicture;
        const [red, blue] = [await launch('red'), await launch('blue')];
        await use({ server, red, blue });
        await red.close();
        await blue.close();
        await server.stop();
        await other?.close();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    person: async ({ stage }, use) => {
      const here: Person[] = [];
      await use(async (browser, name, options) => {
        const person = await Person.arrive(stage[browser], stage.server.origin, `${name}${++people}`, options);
        here.push(person);
        return person;
      });
      for (const person of here) await person.context.close();
      expect(leaks(here)).toEqual([]);
    },
    couple: async ({ person }, use) => {
      await use(await Promise.all([person('red', 'Ann', { member: true }), person('blue', 'Ben', { member: true })]));
    },
  });

export const story = storiesWith(shortDurations);
/** The same on an installation that offers nothing beside the specified minute. */
export const storyAsSpecified = storiesWith(shortDurations, async () => ({
  environment: { ADDITIONS: 'none' },
  close: async () => {},
}));
export { expect };
