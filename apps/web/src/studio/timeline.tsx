import type { ProvenFile } from '@unspoken/contract/script-proof';
import { audioWindows } from '@unspoken/contract/script-time';
import { instructionShown, type Script, type ScriptSound, totalDuration } from '@unspoken/contract/scripts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorDocument } from './document.ts';
import { soundOf } from './draft-sounds.ts';
import { phasesOf } from './moments.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly items: EditorDocument['items'];
  readonly script: Script;
  readonly files: ReadonlyMap<string, ProvenFile>;
  readonly onChoose: (id: string) => void;
}

const tracks = ['text1', 'text2', 'microphone1', 'microphone2', 'sound'] as const;
const rowHeight = 18;

/** How long a sound lasts in the language in which it lasts longest, ms; undefined while its files are not known. */
function longest({ files: spoken }: ScriptSound, files: ReadonlyMap<string, ProvenFile>): number | undefined {
  const durations = Object.values(spoken).flatMap(({ media }) => files.get(media)?.duration ?? []);
  return durations.length > 0 ? Math.max(...durations) : undefined;
}

/** The whole experience at a glance, above the table: a press on something leads to its line. The table says the same to a screen reader. */
export const Timeline = memo(function Timeline({ items, script, files, onChoose }: TimelineProps) {
  const { t } = useTranslation('studio');
  const total = totalDuration(script);
  const phases = phasesOf(script);
  const startOf = (phase: string) => phases.find((each) => each.phase === phase)?.start ?? 0;
  const bar = (track: number, at: number, length: number, className: string | undefined, id?: string) => (
    <rect
      key={`${track} ${at} ${id ?? ''}`}
      className={className}
      data-item={id}
      x={(at / total) * 1_000}
      y={track * rowHeight + 3}
      width={Math.max(3, (length / total) * 1_000)}
      height={rowHeight - 6}
      rx={2}
    />
  );
  return (
    <div className={styles.timeline} aria-hidden="true">
      <div className={styles.names}>
        {tracks.map((track) => (
          <span key={track}>{t(`timeline.${track}`)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle lint/a11y/useKeyWithClickEvents: hidden from assistive technology; the table does it by keyboard */}
      <svg
        viewBox={`0 0 1000 ${tracks.length * rowHeight}`}
        preserveAspectRatio="none"
        onClick={({ target }) => {
          const id = (target as SVGElement).dataset.item;
          if (id) onChoose(id);
        }}
      >
        {phases.map(({ phase, start, length }) => (
          <rect
            key={phase}
            className={styles[phase]}
            x={(start / total) * 1_000}
            width={(length / total) * 1_000}
            height={tracks.length * rowHeight}
          />
        ))}
        {items
          .filter((item) => item.kind === 'text')
          .flatMap(({ id, phase, time, words }) =>
            words.map((word, seat) =>
              word === null ? null : bar(seat, startOf(phase) + time, instructionShown, styles.text, id),
            ),
          )}
        {([1, 2] as const).flatMap((position) =>
          audioWindows(script, position).map(({ from, to }) => {
            const opened = items.find((item) => item.kind === 'microphone' && item.time === from);
            return bar(1 + position, script.introDuration + from, to - from, styles.microphone, opened?.id);
          }),
        )}
        {phases.map(({ phase, start, length }) => {
          const sound = script[soundOf[phase]];
          return sound && bar(4, start + sound.start, longest(sound, files) ?? length - sound.start, styles.sound);
        })}
      </svg>
    </div>
  );
});
