/**
 * Tones from numbers, mono, as samples from -1 to 1. Nothing is drawn at random: a score always gives the same sound.
 */

/** Samples a second. The partials of our bells end below half of it. */
export const sampleRate = 24_000;

export const samplesOf = (ms: number): number => Math.round((ms * sampleRate) / 1_000);

/**
 * The partials of a bowl: ratios to the fundamental, strength, and decay time to -60 dB, s. The ratios are those of
 * an ideal rim, n² for the n-th mode (Rayleigh, "On bells", Philosophical Magazine 29, 1890), slightly spread as in a hand-made one.
 */
const partials = [
  { ratio: 1, strength: 1, fade: 9 },
  { ratio: 2.78, strength: 0.45, fade: 5.5 },
  { ratio: 5.19, strength: 0.2, fade: 3 },
  { ratio: 8.35, strength: 0.08, fade: 1.6 },
] as const;

/** Each partial is two, this far apart, Hz: the slow beating of a bowl. */
const beating = 0.7;
const attack = 0.012;

/** Adds a struck bell of this frequency, Hz, to the sound. */
export function addBell(sound: Float32Array, at: number, { frequency, strength }: { frequency: number; strength: number }): void {
  const start = samplesOf(at);
  for (const { ratio, strength: share, fade } of partials)
    for (const offset of [-beating / 2, beating / 2]) {
      const step = (2 * Math.PI * (frequency * ratio + offset)) / sampleRate;
      const decay = Math.log(1_000) / (fade * sampleRate);
      for (let i = 0; start + i < sound.length; i++) {
        const envelope = Math.exp(-decay * i);
        if (envelope < 1e-4) break;
        const rise = Math.min(1, i / (attack * sampleRate));
        sound[start + i] = (sound[start + i] ?? 0) + 0.5 * strength * share * rise * envelope * Math.sin(step * i);
      }
    }
}

/** Adds a tone that rises and falls between two frequencies, Hz, once; both parts in ms. Its loudness follows the breath. */
export function addBreath(
  sound: Float32Array,
  at: number,
  { low, high, rise, fall }: { low: number; high: number; rise: number; fall: number },
): void {
  const start = samplesOf(at);
  const [up, down] = [samplesOf(rise), samplesOf(fall)];
  let phase = 0;
  for (let i = 0; i < up + down && start + i < sound.length; i++) {
    // From 0 to 1 and back, without a corner.
    const height = i < up ? (1 - Math.cos((Math.PI * i) / up)) / 2 : (1 + Math.cos((Math.PI * (i - up)) / down)) / 2;
    phase += (2 * Math.PI * low * (high / low) ** height) / sampleRate;
    const tone = Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.12 * Math.sin(3 * phase);
    sound[start + i] = (sound[start + i] ?? 0) + 0.3 * (0.15 + 0.85 * height) * tone;
  }
}

/** Fades the last part of a sound out, so that it does not end in a click. */
export function fadeOut(sound: Float32Array, ms: number): void {
  const length = Math.min(samplesOf(ms), sound.length);
  for (let i = 0; i < length; i++) {
    const at = sound.length - length + i;
    sound[at] = (sound[at] ?? 0) * Math.cos((Math.PI / 2) * (i / length));
  }
}
