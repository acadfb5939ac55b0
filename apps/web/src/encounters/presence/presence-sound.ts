import type { Clock } from '@unspoken/encounter/ports';
import { brightnessOf } from '../brightness.ts';
import { type Moment, momentsOf, signals } from './moments.ts';
import { movementBetween, sampleSize } from './movement.ts';

/** Gains: of a tone; of the texture while the picture of the partner is still, and while it moves most. */
const loudness = { tone: 0.12, still: 0.008, moving: 0.06 } as const;
/** Between the beginnings of two tones, and until one has faded out, s. */
const [step, fade] = [0.24, 0.9];
/** How often the picture is looked at, ms, and within which time the texture follows, s. */
const lookInterval = 200;
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
 * The minute for who does not see: a tone at the meeting, at half, ten seconds before the end and at the end, with vibration where the device
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
    for (const [i, frequency] of tones.entries()) {
      const at = context.currentTime + i * step;
      const tone = context.createOscillator();
      const own = context.createGain();
      tone.frequency.value = frequency;
      own.gain.setValueAtTime(0, at);
      own.gain.linearRampToValueAtTime(loudness.tone, at + 0.04);
      own.gain.exponentialRampToValueAtTime(0.0001, at + fade);
      tone.connect(own).connect(context.destination);
      tone.start(at);
      tone.stop(at + fade);
    }
  };
  const left = momentsOf(startsAt, duration).filter(({ at }) => clock.now() - at < latest);
  const timers = left.map(({ kind, at }) => clock.setTimeout(() => signal(kind), at - clock.now()));

  const picture = document.createElement('video');
  picture.muted = true;
  picture.srcObject = stream ?? null;
  if (stream) void picture.play().catch(() => {});
  const canvas = Object.assign(document.createElement('canvas'), sampleSize);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  let before: Float32Array = new Float32Array();
  let seenAt = -1;
  const look = () => {
    const isFresh = picture.currentTime !== seenAt && picture.readyState >= picture.HAVE_CURRENT_DATA;
    seenAt = picture.currentTime;
    if (!pen || !isFresh) return volume.gain.setTargetAtTime(0, context.currentTime, follows);
    pen.drawImage(picture, 0, 0, sampleSize.width, sampleSize.height);
    const now = brightnessOf(pen.getImageData(0, 0, sampleSize.width, sampleSize.height).data);
    const moves = movementBetween(before, now);
    before = now;
    return volume.gain.setTargetAtTime(loudness.still + moves * (loudness.moving - loudness.still), context.currentTime, follows);
  };
  const looking = setInterval(look, lookInterval);

  return () => {
    for (const timer of timers) clock.clearTimeout(timer);
    clearInterval(looking);
    picture.srcObject = null;
    volume.gain.setTargetAtTime(0, context.currentTime, 0.05);
    // The minute is over when this ends; its timer may be due in this moment.
    const end = left.find(({ kind }) => kind === 'end');
    if (end && end.at - clock.now() < lookInterval) signal('end');
    setTimeout(() => void context.close().catch(() => {}), 1_000 * (step + fade) + lookInterval);
  };
}
