import { errors, expect } from '@playwright/test';
import type { Person } from './person.ts';

/** Durations with which an encounter takes about five seconds, and which bear a busy machine: nothing is given up early. */
export const briefDurations = {
  matchmakerAnswer: 30_000,
  socketAuthTimeout: 30_000,
  socketPingTimeout: 20_000,
  peerNoAnswerTimeout: 30_000,
  rejoinBeforeConnected: 30_000,
  rejoinConnected: 30_000,
  connectLimit: 30_000,
  introDuration: 300,
  connectionDuration: 1_500,
  afterConnectionDuration: 200,
  endQuiet: 100,
  guidanceDelay: 100,
  enteringRoom: 200,
  gatheringEnteringRoom: 200,
  startButtonDelay: 100,
  positionGuideline: 100,
} as const;

/** What two people can do in an encounter that leaves different things behind. */
export const ways = ['plain', 'soft', 'sounds', 'veiled', 'thanked', 'ended'] as const;
type Way = (typeof ways)[number];

const choices = { soft: 'Begin softly', sounds: 'Hear and feel the minute' } as const;

/** Presses a button that may disappear meanwhile, because the minute ends by itself. */
async function pressIfThere({ page }: Person, name: string, timeout = 3_000): Promise<void> {
  try {
    await page.getByRole('button', { name, exact: true }).click({ timeout });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
  }
}

/** Two people go from their lobbies through an encounter and back. */
export async function encounter(couple: readonly [Person, Person], way: Way): Promise<void> {
  const [ann, ben] = couple;
  await ann.connect();
  await ann.is('waiting');
  await ben.connect();
  await Promise.all(couple.map((each) => each.is('preparing', 60_000)));
  for (const { page } of couple) {
    await page.getByText('More choices').click();
    // What was chosen in the last encounter is still chosen.
    for (const [name, label] of Object.entries(choices)) await page.getByLabel(label).setChecked(name === way);
  }
  await Promise.all(couple.map((each) => each.start()));
  await Promise.all(couple.map((each) => each.is('connected', 30_000)));
  if (way === 'veiled') await pressIfThere(ann, 'Veil');
  if (way === 'veiled' || way === 'ended') await pressIfThere(ann, 'End connection');
  if (way === 'thanked') {
    await Promise.all(couple.map((each) => each.is('digesting')));
    for (const each of couple) await each.press('Say thank you');
  }
  await Promise.all(
    couple.map(async (each) => {
      await each.page.locator('body[data-user-state="digesting"], body[data-user-state="disconnected"]').waitFor();
      await each.moveOn();
      await each.is('present');
    }),
  );
}

/** Leads two people of whom an encounter has failed back to their lobbies, without a reload. */
export async function giveUp(couple: readonly [Person, Person]): Promise<void> {
  for (const each of couple) {
    const connect = each.page.getByRole('button', { name: 'Connect', exact: true });
    await expect(async () => {
      for (const name of ['Cancel', 'End connection', 'Leave', 'Not now', 'Move on']) await pressIfThere(each, name, 200);
      await each.page.keyboard.press('Escape');
      await connect.waitFor({ timeout: 1_000 });
      await each.is('present', 1_000);
    }).toPass({ timeout: 120_000 });
  }
}
