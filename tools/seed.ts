import { execFileSync } from 'node:child_process';

/** Draws a random seed. */
export const drawSeed = (): number => Math.floor(Math.random() * 2 ** 32);

/**
 * A seed of its own for each commit, so that each commit tests new worlds; random where there is no git. It is derived from the
 * commit's tree, so the same sources have the same seed after a rebase.
 */
export function seedOfCommit(): number {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return Number.parseInt(commit.slice(0, 8), 16);
  } catch {
    return drawSeed();
  }
}
