import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Film } from './film.ts';
import styles from './player.module.css';

const captions = ['one', 'two', 'three', 'four', 'five', 'six'] as const;

export type PlayerEvent = 'play' | 'pause' | 'ended';

/** A minute as a drawn film: two circles who are strangers. Silent, with captions; it plays only on request. */
export function Player({ onEvent }: { readonly onEvent?: (event: PlayerEvent) => void }) {
  const { t } = useTranslation('lobby');
  const stage = useRef<SVGSVGElement>(null);
  const animation = useRef<Film>(undefined);
  const [playing, setPlaying] = useState(false);
  const [share, setShare] = useState(0);
  const listener = useRef(onEvent);
  listener.current = onEvent;

  useEffect(() => {
    const film = new Film(stage.current as SVGSVGElement, () => {
      setPlaying(false);
      setShare(1);
      listener.current?.('ended');
    });
    animation.current = film;
    return () => film.close();
  }, []);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => setShare(animation.current?.share ?? 0), 100);
    return () => clearInterval(timer);
  }, [playing]);

  const ended = share === 1;
  const toggle = () => {
    if (playing) animation.current?.pause();
    else animation.current?.play();
    setPlaying(!playing);
    onEvent?.(playing ? 'pause' : 'play');
  };
  const caption = captions[Math.min(captions.length - 1, Math.floor(share * captions.length))] ?? 'one';
  const started = playing || share > 0;
  return (
    <section className={styles.player} aria-label={t('player.label')}>
      <div className={styles.stage}>
        <svg ref={stage} viewBox="0 0 320 180" aria-hidden="true">
          <circle data-part="ring" className={styles.ring} cx="160" cy="86" r="66" pathLength="1" />
          <g data-part="one">
            <circle className={styles.one} cx="160" cy="86" r="27" />
          </g>
          <g data-part="other">
            <circle className={styles.other} cx="160" cy="86" r="27" />
          </g>
        </svg>
        <p className={styles.caption} aria-live="polite">
          {started && <span key={caption}>{t(`player.captions.${caption}`)}</span>}
        </p>
      </div>
      <div className={styles.controls}>
        <Button look="onDark" onClick={toggle}>
          <Icon name={playing ? 'pause' : ended ? 'again' : 'play'} />
          {t(playing ? 'player.pause' : ended ? 'player.again' : 'player.play')}
        </Button>
        <progress max={1} value={share} aria-label={t('player.progress')} />
      </div>
    </section>
  );
}
