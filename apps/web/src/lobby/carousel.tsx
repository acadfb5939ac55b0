import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './carousel.module.css';
import { Scene, type SceneName } from './scene.tsx';

const slides = ['press', 'look', 'after'] as const satisfies readonly SceneName[];
/** How long each slide is shown while they advance, ms: long enough to be read twice. */
const dwell = 7_000;

const wantsCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A minute explained in three slides. They advance until the user interacts, and never for users who prefer reduced motion. */
export function Carousel() {
  const { t } = useTranslation('lobby');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const [running, setRunning] = useState(false);
  const [held, setHeld] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  useEffect(() => setRunning(!wantsCalm()), []);

  const show = (index: number, isAsked = true) => {
    setAsked(isAsked);
    const to = (index + slides.length) % slides.length;
    setShown(to);
    const element = list.current;
    element?.scrollTo({ left: to * element.clientWidth, behavior: wantsCalm() ? 'instant' : 'smooth' });
  };
  const turn = useRef(show);
  turn.current = show;
  useEffect(() => {
    if (!running || held) return;
    const timer = setTimeout(() => turn.current(shown + 1, false), dwell);
    return () => clearTimeout(timer);
  }, [running, held, shown]);

  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={t('carousel.label')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div
        ref={list}
        className={styles.slides}
        id={id}
        // It scrolls sideways, so it must be operable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        tabIndex={0}
        // Only what the user turns to is announced: a slide that comes with the page is not.
        aria-live={wasAsked ? 'polite' : 'off'}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / Math.max(1, clientWidth)))}
      >
        {slides.map((slide, index) => (
          <section
            key={slide}
            aria-roledescription="slide"
            aria-label={t('carousel.position', { n: index + 1, total: slides.length })}
            inert={index !== shown}
          >
            <Scene name={slide} />
            <div>
              <h2>{t(`carousel.slides.${slide}.title`)}</h2>
              <p>{t(`carousel.slides.${slide}.text`)}</p>
            </div>
          </section>
        ))}
      </div>
      <div className={styles.controls}>
        <Button look="quiet" aria-controls={id} aria-label={t('carousel.previous')} onClick={() => show(shown - 1)}>
          <Icon name="back" />
        </Button>
        <span className={styles.dots} aria-hidden="true">
          {slides.map((slide, index) => (
            <span key={slide} data-shown={index === shown} />
          ))}
        </span>
        <Button look="quiet" aria-controls={id} aria-label={t('carousel.next')} onClick={() => show(shown + 1)}>
          <Icon name="forward" />
        </Button>
        <Button
          look="quiet"
          aria-controls={id}
          aria-label={t(running ? 'carousel.pause' : 'carousel.play')}
          onClick={() => setRunning(!running)}
        >
          <Icon name={running ? 'pause' : 'play'} />
        </Button>
      </div>
    </section>
  );
}
