import { type Cue, timeStep } from '@unspoken/contract/scripts';

/** `1:02:03.450`, `02:03.450`; SubRip has a comma (WebVTT, 4.1). */
const timestamp = '(?:(\\d+):)?(\\d{1,2}):(\\d{2})[.,](\\d{3})';
const timing = new RegExp(`^\\s*${timestamp}\\s+-->\\s+${timestamp}`);

/**
 * The subtitles of a WebVTT or SubRip file, without their positions and styles: members see them as all others. Empty if it is neither.
 * Source: https://www.w3.org/TR/webvtt1/
 */
export function readSubtitles(text: string): readonly Cue[] {
  const blocks = text.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/);
  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => timing.test(line));
    const found = timing.exec(lines[at] ?? '');
    if (!found) return [];
    const words = lines
      .slice(at + 1)
      .join('\n')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
      .trim();
    return words === '' ? [] : [{ from: instant(found.slice(1, 5)), to: instant(found.slice(5, 9)), text: words.slice(0, 200) }];
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0' };

const instant = ([hours, minutes, seconds, thousandths]: readonly (string | undefined)[]): number => {
  const ms = 3_600_000 * Number(hours ?? 0) + 60_000 * Number(minutes) + 1_000 * Number(seconds) + Number(thousandths);
  return Math.round(ms / timeStep) * timeStep;
};
