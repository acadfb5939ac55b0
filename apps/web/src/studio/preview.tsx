import type { Language } from '@unspoken/contract/languages';
import { at, planOf } from '@unspoken/contract/script-time';
import { type Script, totalDuration } from '@unspoken/contract/scripts';
import { memo, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { FactIcon } from '../ui/fact-icon.tsx';
import { momentOf } from './moments.ts';
import styles from './preview.module.css';
import { PreviewSound } from './preview-sound.tsx';
import { writtenTime } from './written-time.ts';

interface PreviewProps {
  readonly script: Script;
  readonly language: Language;
}

const step = 100;
const positions = [1, 2] as const;

/** Both seats at one instant, which is moved by hand or runs as it will for them. */
export const Preview = memo(function Preview({ script, language }: PreviewProps) {
  const { t } = useTranslation('studio');
  const id = useId();
  const total = totalDuration(script);
  const [time, setTime] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const t0 = Math.min(time, total);
  const { phase, t: inPhase } = momentOf(script, t0);
  // Once, and not for each picture while it plays.
  const plans = useMemo(() => positions.map((position) => planOf(script, position, language)), [script, language]);
  useEffect(() => {
    if (!isPlaying) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function run(now) {
      const passed = now - last;
      last = now;
      setTime((before) => Math.min(total, before + passed));
      frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, total]);
  useEffect(() => {
    if (t0 >= total) setPlaying(false);
  }, [t0, total]);
  const toggle = () => {
    if (!isPlaying && t0 >= total) setTime(0);
    setPlaying(!isPlaying);
  };
  return (
    <section className={styles.preview} aria-label={t('preview.title')}>
      <h2>{t('preview.title')}</h2>
      <div className={styles.seats}>
        {plans.map((plan, seat) => (
          <SeatView key={positions[seat]} position={seat + 1} moment={at(plan, phase, inPhase)} language={language} />
        ))}
      </div>
      <PreviewSound {...{ script, language, phase, isPlaying }} time={inPhase} />
      <label htmlFor={id} className="visually-hidden">
        {t('preview.time')}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={total}
        step={step}
        value={t0}
        aria-valuetext={`${t(`phases.${phase}`)}, ${writtenTime(inPhase)}`}
        onChange={({ target }) => {
          setPlaying(false);
          setTime(target.valueAsNumber);
        }}
      />
      <div className={styles.controls}>
        <Button onClick={toggle}>{t(isPlaying ? 'preview.pause' : 'preview.play')}</Button>
        <span className={styles.time}>
          {t(`phases.${phase}`)} {writtenTime(Math.floor(inPhase / step) * step)}
        </span>
      </div>
    </section>
  );
});

interface SeatViewProps {
  readonly position: number;
  readonly moment: ReturnType<typeof at>;
  readonly language: Language;
}

function SeatView({ position, moment: { text, message, caption, microphone }, language }: SeatViewProps) {
  const { t } = useTranslation('studio');
  const { t: words } = useTranslation('scripts');
  return (
    <figure className={styles.seat}>
      <figcaption>
        {t('person', { number: position })}
        <span className={microphone ? styles.live : ''}>
          <FactIcon name={microphone ? 'microphone' : 'noMicrophone'} />
          <span className="visually-hidden">{words(`microphone.${microphone ? 'on' : 'off'}`)}</span>
        </span>
      </figcaption>
      {message && (
        <p className={styles.message}>{'words' in message ? message.words : words(`microphone.${message.standard}`)}</p>
      )}
      {text !== undefined && (
        <p className={styles.text} lang={language}>
          {text}
        </p>
      )}
      {caption !== undefined && (
        <p className={styles.caption} lang={language}>
          {caption}
        </p>
      )}
    </figure>
  );
}
