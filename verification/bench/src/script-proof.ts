import { newDraft } from '@unspoken/contract/drafts';
import { languages } from '@unspoken/contract/languages';
import { mostFindings, type ProvenFile, proveScript } from '@unspoken/contract/script-proof';
import { type Script, scriptSchema } from '@unspoken/contract/scripts';
import { median } from '../../../tools/figures.ts';

/**
 * How long the proof of the largest scripts takes, beside reading the same script from its JSON. Required: 10 ms at most. Source:
 * requirements/studio 5.11.
 */
const [runs, repetitions] = [5, 20];
const media = 'a'.repeat(32);
const files = new Map<string, ProvenFile>([[media, { kind: 'sound', isReady: true, isOwn: true, duration: 720_000 }]]);
const each = (text: string) => Object.fromEntries(languages.map((language) => [language, text]));

/** As much of everything as a script can hold, with the same text everywhere. */
const largest = (text: string, distance: number): Script => ({
  ...newDraft({ name: 'Large', language: 'en' }),
  ...{ languages: [...languages], name: each('Large'), description: each(text.slice(0, 75)) },
  ...{ introDuration: 120_000, connectionDuration: 1_200_000, afterConnectionDuration: 60_000 },
  mainAudio: {
    start: 0,
    files: Object.fromEntries(languages.map((language) => [language, { media, cues: cues(text) }])),
  },
  introTextInstructions: texts(text, distance, 120_000),
  textInstructions: texts(text, distance, 1_200_000),
});

const texts = (text: string, distance: number, duration: number): Script['textInstructions'] =>
  Array.from({ length: Math.min(300, Math.floor(duration / distance)) }, (_, i) => ({
    ...{ time: i * distance, user1Instruction: each(text), user2Instruction: each(text) },
  }));

const cues = (text: string) =>
  Array.from({ length: 140 }, (_, i) => ({ from: 5_000 * i, to: 5_000 * (i + 1), text: text.slice(0, 42) }));

const words = 'Look at the eyes in front of you, and at nothing else, as long as you like.';
const scripts = {
  'keeps every rule': largest(words, 5_000),
  'breaks rules everywhere': largest('See www.example.org or call 0123 456789. '.repeat(4), 1_000),
  'is one long word': largest('a'.repeat(75), 5_000),
  'looks like an address from each letter on': largest('a.'.repeat(37), 5_000),
} as const;

const time = (run: () => unknown): number => {
  const began = performance.now();
  for (let i = 0; i < repetitions; i++) run();
  return (performance.now() - began) / repetitions;
};

for (const [name, script] of Object.entries(scripts)) {
  scriptSchema.parse(script);
  const json = JSON.stringify(script);
  const findings = proveScript(script, files).length;
  const [proving, reading]: [number[], number[]] = [[], []];
  for (let i = 0; i < runs; i++) {
    proving.push(time(() => proveScript(script, files)));
    reading.push(time(() => JSON.parse(json)));
  }
  const figures = (all: readonly number[]) =>
    `${median(all).toFixed(1)} ms (${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)})`;
  const found = findings === mostFindings ? `${findings} or more findings` : `${findings} findings`;
  console.log(
    `${Math.round(json.length / 1_000)} kB, ${name}: ${figures(proving)}, reading its JSON ${figures(reading)}; ${found}`,
  );
}
