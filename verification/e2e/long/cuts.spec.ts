import type { BrowserContext } from '@playwright/test';
import type { EndReason, UserState } from '@unspoken/contract/encounters';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { cutDurations, replaced } from '../src/cut-durations.ts';
import { bothWays, type Cut, cuts, endsAfter, greeting, longest } from '../src/cuts.ts';
import { endsOf, isAllowed } from '../src/ledger.ts';
import { holdablePrompt, type Moment, moments, otherSide, type Pair, type Side, sides } from '../src/moments.ts';
import type { Person } from '../src/person.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { UdpLine } from '../src/udp-line.ts';

/**
 * Whatever is cut, whenever, on whichever side: the other side is notified, or waits no longer than the product promises, and
 * can connect again; and the two end reasons in the ledger are an allowed pair.
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
      await context.addInitScript(holdablePrompt);
    };
    const waited = await person('red', 'Ann', { prepare, breakable: true });
    const joined = await person('blue', 'Ben', { prepare, breakable: true });
    await Promise.all([waited.enter(), joined.enter()]);
    await use({ waited, joined });
  },
});

/** What two busy browsers on two cores, and the delivery of a message, may add to any limit, ms. */
const slack = 1_000;

/** The part of a frame by which the matchmaker acknowledges that a request is queued. */
const acknowledgement = { queued: `"type":"${matchmakerEvents.connectReceived}","clickID"` };

/** The heading that the remaining side sees, by end reason. */
const headings: Partial<Record<EndReason, string>> = { natural: 'Thank you', ice_failure: 'The connection was lost' };

const outOfTheRoom: readonly UserState[] = ['present', 'disconnected', 'digesting'];
const atRest: readonly UserState[] = ['present', 'digesting'];

const headingOf = (person: Person) => person.page.getByRole('main').getByRole('heading').textContent();
const stateOf = (person: Person) => person.page.locator('body').getAttribute('data-user-state');

/** Waits until this person is in one of these states; throws with the current state after `within` ms. */
async function reaches(person: Person, states: readonly UserState[], within: number): Promise<void> {
  const there = (wanted: readonly string[]) => wanted.includes(document.body.dataset.userState ?? '');
  await person.page.waitForFunction(there, states, { timeout: within, polling: 50 }).catch(async () => {
    throw new Error(`${person.name} is still ${await stateOf(person)} after ${within} ms`);
  });
}

/** Either this person has been requeued at their old position, or the room has been confirmed. */
async function hasStoppedGreeting(person: Person, queued: number): Promise<void> {
  const hasStopped = async () => person.line.count(acknowledgement.queued) > queued || (await stateOf(person)) === 'enteringRoom';
  await expect.poll(hasStopped, { timeout: greeting + slack, intervals: [50] }).toBe(true);
}

/** Follows a person from the cut to a state of rest; returns the heading of the ending screen, if there was one. */
async function followed(person: Person, within: number): Promise<string | undefined> {
  await reaches(person, outOfTheRoom, within + slack);
  const heading = (await stateOf(person)) === 'disconnected' ? await headingOf(person) : undefined;
  await reaches(person, atRest, cutDurations.afterConnectionDuration + slack);
  return heading ?? undefined;
}

async function survives(moment: Moment, cut: Cut, side: Side, pair: Pair, path: UdpLine): Promise<void> {
  const other = pair[otherSide(side)];
  const afterCut = await moment.reach(pair);
  for (const each of sides) expect(await stateOf(pair[each])).toBe(moment.states[each]);
  const queued = other.line.count(acknowledgement.queued);
  await cut.make(pair, side, path);
  await afterCut?.();

  if (moment.phase === 'greeting' && cut.kind !== 'path') await hasStoppedGreeting(other, queued);
  // The path is not needed before both have pressed Start.
  if (cut.kind === 'path') await Promise.all((moment.undecided ?? []).map((each) => pair[each].start()));
  const ownWay = pair[side].page.isClosed() ? undefined : followed(pair[side], longest(moment, cut.kind, side, side));
  const [heading, own] = await Promise.all([followed(other, longest(moment, cut.kind, otherSide(side), side)), ownWay]);

  // The two end reasons belong together, and the remaining side has seen its own.
  const expected = endsAfter(moment, cut.kind);
  await expect(async () => expect(expected).toContainEqual(await endsOf(pair[side], other))).toPass({ timeout: 5_000 });
  const ends = await endsOf(pair[side], other);
  expect(ends.every(isAllowed)).toBe(true);
  const [end] = ends;
  if (end && moment.phase !== 'afterwards') expect(heading).toBe(headings[end[1] ?? 'unknown']);
  // For the server the side vanished; the side itself knows that its connection was lost.
  const lostOwnConnection = ownWay && cut.kind !== 'path' && moment.phase === 'beforehand' && moment.unanswered === undefined;
  if (lostOwnConnection) expect(own).toBe(headings.ice_failure);

  // Both return to the lobby, and nothing is left on the server that would keep the other side from a new pairing.
  for (const each of ownWay ? [pair[side], other] : [other]) {
    if ((await stateOf(each)) === 'digesting') await each.moveOn();
    await each.is('present');
  }
  await other.connect();
  await other.is('waiting');
  await other.press('Cancel');
  await other.is('present');
}

/** While one waits, the other is not there yet. Before a room and after the minute there is no path to cut. */
const exists = ({ phase }: Moment, { kind }: Cut, side: Side): boolean =>
  (phase !== 'searching' || side === 'waited') && (kind !== 'path' || (phase !== 'searching' && phase !== 'afterwards'));

const rules = ({ phase }: Moment, { kind }: Cut): string => {
  if (phase === 'greeting') return '[ENC-1] [ENC-6] [ENC-7]';
  return kind === 'path' && phase === 'minute' ? '[ENC-6] [ENC-7] [ENC-15]' : '[ENC-6] [ENC-7]';
};

for (const moment of moments) {
  for (const cut of cuts)
    for (const side of sides.filter((each) => exists(moment, cut, each)))
      story(`${rules(moment, cut)} cut: the ${cut.kind} of the side who ${side}, while ${moment.when}`, ({ pair, path }) =>
        survives(moment, cut, side, pair, path),
      );
  if (exists(moment, bothWays, 'waited'))
    story(`${rules(moment, bothWays)} cut: the path in both directions, while ${moment.when}`, ({ pair, path }) =>
      survives(moment, bothWays, 'waited', pair, path),
    );
}
