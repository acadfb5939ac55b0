/**
 * Which files of browser stories `npm test` runs. All of them do not fit its budget, so those that protect people and their minute run with
 * every change, and the others take turns: one in `turns`, by the seed of the commit. `STORY_TURN=all` runs all of them, as `npm run test:all` does.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** In how many turns all of them run, and all planted bugs of the simulation. */
export const turns = 3;

export type StoryFolder = 'pages' | 'stories';

/** The stories that run with every change: the minute and what it survives, safety, accounts, membership, the public pages. */
export const inEveryTurn: Readonly<Record<StoryFolder, readonly string[]>> = {
  pages: ['accounts', 'joining', 'membership', 'production', 'public-pages', 'takeover', 'what-is-sent'],
  stories: [
    'circle-and-reports',
    'experience',
    'guard',
    'it-survives',
    'personal-invitations',
    'portrait-window',
    'relay',
    'two-strangers-meet',
    'veil',
    'wire',
  ],
};

const ending = '.spec.ts';
const root = join(import.meta.dirname, '..');

/** All files of stories in a folder, without their ending, in the order of their names. */
export const storiesIn = (folder: StoryFolder): readonly string[] =>
  readdirSync(join(root, 'verification', 'e2e', folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();

/** The turn of this run, from 1 to `turns`: the setting STORY_TURN, or by the seed of the commit. Throws if STORY_TURN is neither a turn nor `all`. */
export function turnOf(setting: string | undefined, seed: number): number | 'all' {
  if (setting === undefined) return (seed % turns) + 1;
  if (setting === 'all') return setting;
  const turn = /^\d+$/.test(setting) ? Number(setting) : Number.NaN;
  if (!(turn >= 1 && turn <= turns)) throw new Error(`STORY_TURN is a number from 1 to ${turns}, or "all": ${setting}`);
  return turn;
}

/** The files of a folder that run in this turn, as paths from the root, and the names of those that wait for theirs. */
export function inTurn(
  folder: StoryFolder,
  turn: number | 'all',
): { readonly paths: readonly string[]; readonly waiting: readonly string[] } {
  const names = storiesIn(folder);
  const others = names.filter((name) => !inEveryTurn[folder].includes(name));
  const waiting = turn === 'all' ? [] : others.filter((_, index) => (index % turns) + 1 !== turn);
  const paths = names.filter((name) => !waiting.includes(name)).map((name) => `verification/e2e/${folder}/${name}${ending}`);
  return { paths, waiting };
}
