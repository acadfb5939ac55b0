import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Language, languages } from '@unspoken/contract/languages';
import { inLines } from './cues.ts';
import { levelled } from './levels.ts';
import { encodeMp3 } from './mp3.ts';
import { notification, play, scores } from './scores.ts';
import { sampleRate } from './synthesis.ts';
import { speak } from './voice.ts';

/**
 * `npm run sounds`: plays the scores of the catalogue into brand/experiences/sounds and that of the notification into brand/sounds, and lets a machine speak A Guided Rest in six
 * languages. The files are committed; run it after changing a score or a spoken text.
 */
const root = resolve(import.meta.dirname, '../../brand');
const brand = join(root, 'experiences');

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
const writeJson = (path: string, value: unknown): Promise<void> => writeFile(path, `${JSON.stringify(value, null, 2)}\n`);

const write = async (path: string, samples: Float32Array): Promise<void> => {
  const file = await encodeMp3(levelled(samples, sampleRate), sampleRate);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, file);
  process.stdout.write(`${path.slice(root.length + 1).padEnd(48)}${(file.length / 1_024).toFixed(0).padStart(6)} KiB\n`);
};

await write(join(root, 'sounds', `${notification.name}.mp3`), play(notification));
for (const score of scores) await write(join(brand, 'sounds', `${score.name}.mp3`), play(score));

const folder = join(brand, 'aguidedrest');
const spoken = (await readJson(join(folder, 'spoken.json'))) as {
  readonly length: number;
  readonly lines: readonly { readonly at: number; readonly text: Readonly<Record<Language, string>> }[];
};
const file = join(folder, 'experience.json');
const experience = (await readJson(file)) as { script: { mainAudio: { start: number; files: Record<string, unknown> } } };
try {
  execFileSync('espeak-ng', ['--version'], { stdio: 'ignore' });
} catch {
  process.stderr.write('espeak-ng is not installed (apt install espeak-ng): the spoken sounds stay as they are.\n');
  process.exit(1);
}
for (const language of languages) {
  const lines = spoken.lines.map(({ at, text }) => ({ at, text: text[language] }));
  const { samples, cues } = await speak(language, lines, spoken.length);
  const name = `voice-${language}.mp3`;
  await write(join(folder, name), samples);
  experience.script.mainAudio.files[language] = { media: name, cues: cues.map((cue) => ({ ...cue, text: inLines(cue.text) })) };
}
await writeJson(file, experience);
