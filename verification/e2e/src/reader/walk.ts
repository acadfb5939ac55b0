import { launchOnDesktop, launchWithPicture } from '../browsers.ts';
import { Person } from '../person.ts';
import { startServer } from '../server.ts';
import { startDesktop, versions } from './desktop.ts';
import { joining, leaving, meeting, otherEnds, preparing } from './scenes.ts';
import { Walker } from './walker.ts';

/**
 * `npm run walk:reader`: the way of a new user who does not see, from the front page to the circle, by keyboard and with Orca. Prints what
 * Orca says at each step, and fails where something is said twice, is not said, or the focus is lost.
 */
const additions = 'window,veil,signs,soft,ownPicture,sounds,short,welcomers,feelings,guard';

/** Long enough for a person who listens; the minute long enough for all that is done in it. */
const durations = {
  guidanceDelay: 3_000,
  enteringRoom: 8_000,
  introDuration: 3_000,
  connectionDuration: 120_000,
  afterConnectionDuration: 3_000,
  endQuiet: 1_000,
  peerNotReadyTimeout: 240_000,
  startWarning: 10_000,
  hintDelay: 3_000,
  gettingReadyInterval: 1_000,
  gettingReadyShown: 3_000,
  veilLimit: 60_000,
};

const print = (line: string) => process.stdout.write(`${line}\n`);

process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

const desktop = await startDesktop();
const server = await startServer(durations, { ADDITIONS: additions });
const [red, blue] = [await launchOnDesktop('red', desktop.environment), await launchWithPicture('blue')];
let problems: readonly string[] = [];
try {
  print(versions());
  const ann = await Person.arrive(red, server.origin, 'Ann');
  const ben = await Person.arrive(blue, server.origin, 'Ben');
  await ben.enter();
  await ann.page.bringToFront();
  const walker = new Walker(ann, desktop, print);
  problems = walker.problems;
  await joining(walker);
  await preparing(walker, ben);
  await meeting(walker, ben);
  await otherEnds(walker, ben);
  await leaving(walker);
} finally {
  await red.close().catch(() => {});
  await blue.close().catch(() => {});
  await server.stop();
  desktop.stop();
}
print(problems.length === 0 ? '\nNothing was said twice, and nothing was missing.' : `\n${problems.join('\n')}`);
process.exit(problems.length === 0 ? 0 : 1);
