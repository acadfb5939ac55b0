import type { Clock } from '@unspoken/encounter/ports';
import { brightnessOf } from '../brightness.ts';
import { samplePicture } from '../picture-samples.ts';
import { playTones } from '../signs/tones.ts';
import { type Moment, momentsOf, signals } from './moments.ts';
import { movementBetween } from './movement.ts';

/** Gain of the texture while the picture of the partner is still, and while it moves most. */
const loudness = { still: 0.008, moving: 0.06 } as const;
/** Between the beginnings of two tones, and until one has faded out, s. */
const [step, fade] = [0.24, 0.9];
/** How the picture is looked at: so small that no face can be recognised in it. */
const sampling = { width: 16, height: 12, every: 200 } as const;
/** Within which time the texture follows, s. */
const follows = 0.25;
/** A moment that is missed by more, ms, is not made up for: the page slept. */
const latest = 1_500;

interface PresenceOptions {
  readonly clock: Clock;
  /** When the minute begins, by this machine's clock, and how long it lasts, ms. */
  readonly startsAt: number;
  readonly duration: number;
  /** The moments that were heard already; what is heard now is added. */
  readonly heard: Set<Moment['kind']>;
  /** What is received of the partner, if anything may be seen of it. */
  readonly stream: MediaStream | undefined;
}

/** Two seconds of even noise, the same on every device. */
function noiseIn(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let i = 0; i < samples.length; i++) {
    // Source: Park and Miller, "Random number generators: good ones are hard to find", 1988.
    state = (state * 48_271) % 2_147_483_647;
    samples[i] = state / 1_073_741_823.5 - 1;
  }
  return buffer;
}

/**
 * The minute for users who do not see: a tone at the meeting, at half, ten seconds before the end and at the end, with vibration where the device
 * has it; between them a quiet sound that follows the partner's movement, and falls silent with their picture. All of it is made here
 * from what is received anyway. Returns the function that ends it.
 */
export function playPresence({ clock, startsAt, duration, heard, stream }: PresenceOptions): () => void {
  const context = new AudioContext();
  // Safari creates it suspended outside a press.
  void context.resume().catch(() => {});
  const texture = context.createBufferSource();
  texture.buffer = noiseIn(context);
  texture.loop = true;
  const filter = context.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.value = 320;
  const volume = context.createGain();
  volume.gain.value = 0;
  texture.connect(filter).connect(volume).connect(context.destination);
  texture.start();

  const signal = (kind: Moment['kind']) => {
    if (heard.has(kind)) return;
    heard.add(kind);
    const { tones, vibration } = signals[kind];
    navigator.vibrate?.([...vibration]);
    playTones(
      context,
      tones.map((frequency, i) => ({ frequency, start: i * step })),
      fade,
    );
  };
  const left = momentsOf(startsAt, duration).filter(({ at }) => clock.now() - at < latest);
  const timers = left.map(({ kind, at }) => clock.setTimeout(() => signal(kind), at - clock.now()));

  const follow = (gain: number) => volume.gain.setTargetAtTime(gain, context.currentTime, follows);
  let before: Float32Array = new Float32Array();
  const stopLooking = samplePicture(stream, sampling, (pixels, isNew) => {
    // Silence means what an empty picture means.
    if (!pixels || !isNew) return follow(0);
    const now = brightnessOf(pixels.data);
    const moves = movementBetween(before, now);
    before = now;
    return follow(loudness.still + moves * (loudness.moving - loudness.still));
  });

  return () => {
    for (const timer of timers) clock.clearTimeout(timer);
    stopLooking();
    volume.gain.setTargetAtTime(0, context.currentTime, 0.05);
    // The minute is over when this ends; its timer may be due in this moment.
    const end = left.find(({ kind }) => kind === 'end');
    if (end && end.at - clock.now() < sampling.every) signal('end');
    setTimeout(() => void context.close().catch(() => {}), 1_000 * (step + fade) + sampling.every);
  };
}
