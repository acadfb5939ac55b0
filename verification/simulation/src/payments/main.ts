import { drawSeed } from '../../../../tools/seed.ts';
import { livePayments } from './lives.ts';

/** `npm run simulate:payments -- [SEED] [LIVES]`: prints what has happened, and the first promise that was broken. */
const [seed = drawSeed(), lives = 2_000] = process.argv.slice(2).map(Number);
const { tally, broken } = await livePayments({ seed, lives, traced: true });
console.log(`seed ${seed}:`, tally);
if (broken) {
  console.error(`${broken.promise} is broken in the world of seed ${broken.seed}: ${broken.message}`);
  process.exitCode = 1;
}
