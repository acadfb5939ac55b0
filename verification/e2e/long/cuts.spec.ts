import type { BrowserContext } from '@playwright/test';
import type { EndReason, UserState } from '@unspoken/contract/encounters';
import { cutDurations, replaced } from '../src/cut-durations.ts';
import { bothWays, type Cut, cuts, endsAfter, greeting, longest } from '../src/cuts.ts';
import { endsOf, isAllowed } from '../src/ledger.ts';
import { type Moment, moments, otherSide, type Pair, promptThatCanStand, type Side, sides } from '../src/moments.ts';
import type { Person } from '../src/person.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { UdpLine } from '../src/udp-line.ts';

/**
 * Whatever is cut, whenever, on whichever side: the other is told, or told nothing and kept waiting no longer than the
 * product promises, and can connect anew; and the two ends that are noted tell one story.
 */
const story = storiesWith(replaced).extend<{ pair: Pair; path: UdpLine }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what a fixture needs
  path: async ({}, use) => {
    const path = new UdpLine({ roundTrip: 0, loss: 0, chance: () => 1 });
    await use(path);
    path.close();
  },
  pair: async ({ person, path }, use) => {
    const prepare = async (context: BrowserContext) => {
      await path.join(context);
      await context.addInitScript(promptThatCanStand);
    };
    const waited = await person('red', 'Ann', { prepare, breakable: true });
    const came = await person('blue', 'Ben', { prepare, breakable: true });
    await Promise.all([waited.enter(), came.enter()]);
    await use({ waited, came });
  },
});

/** What two busy browsers on two cores, and the way of a word, may add to any limit. */
const slack = 1_000;

/** What the matchmaker says to whoever waits. */
const told = { queued: '"type":"connectRecieved","clickID"' };

/** How the screen says it to whoever was left. */
const words: Partial<Record<EndReason, string>> = { natural: 'Thank you', ice_failure: 'The connection was lost' };

const outOfTheRoom: readonly UserState[] = ['present', 'disconnected', 'digesting'];
const atRest: readonly UserState[] = ['present', 'digesting'];

const headingOf = (person: Person) => person.page.getByRole('main').getByRole('heading').textContent();
const stateOf = (person: Person) => person.page.locator('body').getAttribute('data-user-state');

/** Waits until the screen is one of these, and says where it is stuck if it does not come. */
async function comesTo(person: Person, states: readonly UserState[], within: number): Promise<void> {
  const there = (wanted: readonly string[]) => wanted.includes(document.body.dataset.userState ?? '');
  await person.page.waitForFunction(there, states, { timeout: within, polling: 50 }).catch(async () => {
    throw new Error(`${person.name} is still ${await stateOf(person)} after ${within} ms`);
  });
}

/** Either they wait again, in their old place, or they are in a room that is confirmed. */
async function isGreetingNoMore(person: Person, queued: number): Promise<void> {
  const over = async () => person.line.count(told.queued) > queued || (await stateOf(person)) === 'enteringRoom';
  await expect.poll(over, { timeout: greeting + slack, intervals: [50] }).toBe(true);
}

/** Follows somebody from the cut to where they can stay; answers what the screen said on the way. */
async function followed(person: Person, within: number): Promise<string | undefined> {
  await comesTo(person, outOfTheRoom, within + slack);
  const said = (await stateOf(person)) === 'disconnected' ? await headingOf(person) : undefined;
  await comesTo(person, atRest, cutDurations.afterConnectionDuration + slack);
  return said ?? undefined;
}

async function livesThrough(moment: Moment, cut: Cut, side: Side, pair: Pair, path: UdpLine): Promise<void> {
  const other = pair[otherSide(side)];
  const goOn = await moment.reach(pair);
  for (const each of sides) expect(await stateOf(pair[each])).toBe(moment.states[each]);
  const queued = other.line.count(told.queued);
  await cut.make(pair, side, path);
  await goOn?.();

  if (moment.phase === 'greeting' && cut.kind !== 'path') await isGreetingNoMore(other, queued);
  // Nobody needs a path before they have pressed Start.
  if (cut.kind === 'path') await Promise.all((moment.undecided ?? []).map((each) => pair[each].start()));
  const ownWay = pair[side].page.isClosed() ? undefined : followed(pair[side], longest(moment, cut.kind, side, side));
  const [said, own] = await Promise.all([followed(other, longest(moment, cut.kind, otherSide(side), side)), ownWay]);

  // One story, noted for both; whoever could be told was told it.
  const expected = endsAfter(moment, cut.kind);
  await expect(async () => expect(expected).toContainEqual(await endsOf(pair[side], other))).toPass({ timeout: 5_000 });
  const ends = await endsOf(pair[side], other);
  expect(ends.every(isAllowed)).toBe(true);
  const [end] = ends;
  if (end && moment.phase !== 'afterwards') expect(said).toBe(words[end[1] ?? 'unknown']);
  // The server does not know what became of them; they know that it was their line.
  const lostTheirLine = ownWay && cut.kind !== 'path' && moment.phase === 'beforehand' && moment.unanswered === undefined;
  if (lostTheirLine) expect(own).toBe(words.ice_failure);

  // Everybody gets back to the lobby, and nothing is left on the server that would keep the other from somebody else.
  for (const each of ownWay ? [pair[side], other] : [other]) {
    if ((await stateOf(each)) === 'digesting') await each.press('Move on');
    await each.is('present');
  }
  await other.connect();
  await other.is('waiting');
  await other.press('Cancel');
  await other.is('present');
}

/** While one waits, the other is not there yet. Before a room and after the minute there is no path that could be cut. */
const exists = ({ phase }: Moment, { kind }: Cut, side: Side): boolean =>
  (phase !== 'searching' || side === 'waited') && (kind !== 'path' || (phase !== 'searching' && phase !== 'afterwards'));

const rules = ({ phase }: Moment, { kind }: Cut): string => {
  if (phase === 'greeting') return '[ENC-1] [ENC-6] [ENC-7]';
  return kind === 'path' && phase === 'minute' ? '[ENC-6] [ENC-7] [ENC-15]' : '[ENC-6] [ENC-7]';
};

for (const moment of moments) {
  for (const cut of cuts)
    for (const side of sides.filter((each) => exists(moment, cut, each)))
      story(`${rules(moment, cut)} cut: the ${cut.kind} of who ${side}, while ${moment.when}`, ({ pair, path }) =>
        livesThrough(moment, cut, side, pair, path),
      );
  if (exists(moment, bothWays, 'waited'))
    story(`${rules(moment, bothWays)} cut: the path both ways, while ${moment.when}`, ({ pair, path }) =>
      livesThrough(moment, bothWays, 'waited', pair, path),
    );
}
