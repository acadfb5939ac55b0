import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Language } from '@unspoken/contract/languages';
import { cueTimeOf } from './cues.ts';
import { fadeOut, sampleRate, samplesOf } from './synthesis.ts';

const run = promisify(execFile);

/** espeak-ng (Debian package of that name), slow and low. */
const voices: Readonly<Record<Language, string>> = { en: 'en-gb', fr: 'fr-fr', de: 'de', it: 'it', pt: 'pt', es: 'es' };
const wordsPerMinute = 120;
const pitch = 35;

/** A line of a spoken sound, and when it begins, ms. */
export interface Line {
  readonly at: number;
  readonly text: string;
}

interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Speaks the lines by machine. Returns the sound and its subtitles, each for as long as its line is heard, and can be read. */
export async function speak(
  language: Language,
  lines: readonly Line[],
  length: number,
): Promise<{ readonly samples: Float32Array; readonly cues: readonly Cue[] }> {
  const samples = new Float32Array(samplesOf(length));
  const cues: Cue[] = [];
  for (const { at, text } of lines) {
    const spoken = await spokenBy(language, text);
    samples.set(spoken.subarray(0, samples.length - samplesOf(at)), samplesOf(at));
    cues.push({ from: at, to: at + cueTimeOf(text, (spoken.length / sampleRate) * 1_000), text });
  }
  fadeOut(samples, 500);
  return { samples, cues };
}

async function spokenBy(language: Language, text: string): Promise<Float32Array> {
  const { stdout } = await run(
    'espeak-ng',
    ['-v', voices[language], '-s', String(wordsPerMinute), '-p', String(pitch), '--stdout', text],
    { encoding: 'buffer', maxBuffer: 50_000_000 },
  );
  return resampled(samplesOfWav(stdout), 22_050);
}

/** 16-bit mono samples of a WAV file (Multimedia Programming Interface 1.0, 1991); espeak-ng does not fill its sizes in. */
function samplesOfWav(file: Buffer): Float32Array {
  const data = file.indexOf('data') + 8;
  const count = Math.floor((file.length - data) / 2);
  return Float32Array.from({ length: count }, (_, i) => file.readInt16LE(data + 2 * i) / 32_768);
}

/** Linear interpolation: a machine's voice loses nothing by it. */
function resampled(samples: Float32Array, rate: number): Float32Array {
  const ratio = rate / sampleRate;
  return Float32Array.from({ length: Math.floor(samples.length / ratio) }, (_, i) => {
    const at = i * ratio;
    const before = Math.floor(at);
    return (samples[before] ?? 0) * (1 - (at - before)) + (samples[before + 1] ?? 0) * (at - before);
  });
}
