import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { sine, wavOf } from '@unspoken/testing/media/sounds';
import { moderatorOf } from '@unspoken/testing/moderation';
import { sha256, uploader } from '@unspoken/testing/uploading';
import { startWorld } from '@unspoken/testing/world';
import { encodeMp3 } from '../../../tools/sounds/mp3.ts';

/**
 * `npm run bench:uploads -- --minutes 12 --rounds 5`: how long a sound of this length is checked, from the end of its upload until it is
 * ready, and how long the event loop of the server is delayed meanwhile, beside the same time without a check. Source: requirements/studio 4.10.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '12' }, rounds: { type: 'string', default: '5' } },
});
const [minutes, rounds] = [Number(values.minutes), Number(values.rounds)];
const seconds = minutes * 60 - 0.5;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A voice that becomes louder and quieter, with some breath. */
const voice = (round: number) => (time: number) =>
  (0.2 + 0.6 * Math.abs(Math.sin(1.7 * time))) *
  (sine(0.5, 180 + round + 20 * Math.sin(3 * time))(time) + 0.1 * Math.sin(time * 91_733 * time));
const sounds = {
  'MP3, 44.1 kHz': (round: number) => {
    const rate = 44_100;
    return encodeMp3(
      Float32Array.from({ length: Math.floor(seconds * rate) }, (_, i) => voice(round)(i / rate)),
      rate,
    );
  },
  'WAV, stereo, 48 kHz': async (round: number) => wavOf(voice(round), { seconds, rate: 48_000, channels: 2 }),
};

const world = await startWorld();
const { begin, rest, finish, find } = uploader(world, await moderatorOf(world, 'Bench', 'facilitator'));

/** The 99th percentile of the delay of the event loop while this runs, ms. The histogram counts its own resolution in. */
async function delayOf(run: () => Promise<void>): Promise<number> {
  const resolution = 1;
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  await run();
  histogram.disable();
  return histogram.percentile(99) / 1e6 - resolution;
}
const pause = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

for (const [name, made] of Object.entries(sounds)) {
  const [times, delays, idle]: [number[], number[], number[]] = [[], [], []];
  let length = 0;
  for (let round = 0; round < rounds; round++) {
    const bytes = await made(round);
    length = bytes.length;
    const id = (await begin('sound', bytes, { sha256: sha256(bytes) })).body.upload.mediaID;
    await rest(id, bytes);
    await pause(1_000);
    idle.push(await delayOf(() => pause(5_000)));
    const began = performance.now();
    delays.push(
      await delayOf(async () => {
        await finish(id);
        while ((await find(id))?.state === 'checking') await pause(100);
      }),
    );
    times.push((performance.now() - began) / 1_000);
    const file = await find(id);
    if (file?.state !== 'ready') throw new Error(`the sound was ${file?.state}: ${file?.refusal}`);
    // The next one is of another day.
    await world.query(`update media set created_at = created_at - interval '2 days'`);
  }
  const range = (all: readonly number[], digits: number) => {
    const sorted = all.toSorted((a, b) => a - b);
    return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(digits)} (${sorted[0]?.toFixed(digits)} to ${sorted.at(-1)?.toFixed(digits)})`;
  };
  print(`${name}, ${minutes} min, ${(length / 1e6).toFixed(1)} MB, ${rounds} runs: checked in ${range(times, 1)} s`);
  print(`  delay of the event loop, p99: ${range(delays, 1)} ms; without a check ${range(idle, 1)} ms`);
}
await world.close();
process.exit(0);
