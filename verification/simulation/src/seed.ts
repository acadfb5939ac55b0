import { execFileSync } from 'node:child_process';

/** Any seed. */
export const drawSeed = (): number => Math.floor(Math.random() * 2 ** 32);

/**
 * A seed of its own for each commit, so that what is tested is not what was tested before; drawn where there is no git. Made
 * of the commit's tree: the same sources have the same seed, however they are rebased.
 */
export function seedOfCommit(): number {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return Number.parseInt(commit.slice(0, 8), 16);
  } catch {
    return drawSeed();
  }
}
