import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { captionAt } from './cues.ts';
import type { Film } from './film.ts';
import styles from './player.module.css';
import type { PlayerProps } from './player-props.ts';

/** A minute at its true length, drawn as the two circles of the mark. Silent, with captions; it plays only on request. */
export function DrawnFilm({ onEvent }: PlayerProps) {
  const { t } = useTranslation('lobby');
  const stage = useRef<HTMLDivElement>(null);
  const film = useRef<Promise<Film>>(undefined);
  const [playing, setPlaying] = useState(false);
  const [share, setShare] = useState(0);
  const listener = useRef(onEvent);
  listener.current = onEvent;

  useEffect(() => () => void film.current?.then((opened) => opened.close()), []);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => void film.current?.then((opened) => setShare(opened.share)), 100);
    return () => clearInterval(timer);
  }, [playing]);

  const open = async (): Promise<Film> => {
    const { Film } = await import('./film.ts');
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return new Film(stage.current as HTMLDivElement, calm, () => {
      setPlaying(false);
      setShare(1);
      listener.current('ended');
    });
  };
  const toggle = async () => {
    setPlaying(!playing);
    try {
      film.current ??= open();
      const opened = await film.current;
      if (playing) opened.pause();
      else opened.play();
      listener.current(playing ? 'pause' : 'play');
    } catch {
      // Without a connection the film cannot be loaded; the next press tries again.
      film.current = undefined;
      setPlaying(false);
    }
  };

  const ended = share === 1;
  const started = playing || share > 0;
  const caption = captionAt(share);
  return (
    <section className={styles.player} aria-label={t('player.label')}>
      <div ref={stage} className={styles.stage}>
        <div data-part="drawing" className={styles.drawing} aria-hidden="true">
          <span data-part="glow" className={styles.glow} />
          <span data-part="one" className={styles.one} />
          <span data-part="other" className={styles.other} />
        </div>
        <p className={styles.caption} aria-live={started ? 'polite' : 'off'}>
          {started ? <span key={caption}>{t(`player.captions.${caption}`)}</span> : t('player.label')}
        </p>
      </div>
      <div className={styles.controls}>
        <Button look="onDark" onClick={() => void toggle()}>
          <Icon name={playing ? 'pause' : ended ? 'again' : 'play'} />
          {t(playing ? 'player.pause' : ended ? 'player.again' : 'player.play')}
        </Button>
        <ProgressBar label={t('player.progress')} value={share} />
      </div>
    </section>
  );
}
