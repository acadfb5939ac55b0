import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Card } from './card.tsx';
import styles from './catalogue.module.css';

/** What lies between two cards in the style sheet, px; a scroll step is a card's width and this. Source: requirements/experiences 2.2. */
const gap = 6;

interface CardRowProps {
  readonly name: string;
  readonly description?: string;
  readonly cards: readonly ExperienceCard[];
  readonly heading: 'h2' | 'h3';
}

/** A named row of cards that scrolls sideways. */
export function CardRow({ name, description, cards, heading: Heading }: CardRowProps) {
  const { t } = useTranslation('experiences');
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const arrows = useRef<HTMLDivElement>(null);
  const [canScroll, setCanScroll] = useState({ back: false, forward: false });
  const measure = useCallback(() => {
    if (!list.current) return;
    const { scrollLeft, clientWidth, scrollWidth } = list.current;
    // Positions are fractions of a pixel on some screens.
    setCanScroll({ back: scrollLeft > 1, forward: scrollLeft + clientWidth < scrollWidth - 1 });
  }, []);
  useEffect(() => {
    if (!list.current) return undefined;
    const watch = new ResizeObserver(measure);
    watch.observe(list.current);
    return () => watch.disconnect();
  }, [measure]);
  // An arrow that disappears under the focus passes it to the other one.
  useEffect(() => {
    const focused = document.activeElement;
    if (arrows.current?.contains(focused) && focused instanceof HTMLElement && focused.dataset.hidden === 'true')
      arrows.current.querySelector<HTMLElement>('[data-hidden=false]')?.focus();
  });
  const scroll = (direction: -1 | 1) => {
    const width = list.current?.firstElementChild?.getBoundingClientRect().width ?? 0;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.current?.scrollBy({ left: direction * (width + gap), behavior: isCalm ? 'instant' : 'smooth' });
  };
  const arrow = (direction: 'back' | 'forward', by: -1 | 1, label: string) => (
    <Button look="quiet" aria-controls={id} aria-label={label} data-hidden={!canScroll[direction]} onClick={() => scroll(by)}>
      <Icon name={direction} />
    </Button>
  );
  return (
    <section className={styles.row} aria-label={name}>
      <header>
        <Heading>{name}</Heading>
        {description && <p>{description}</p>}
        <div ref={arrows} className={styles.arrows}>
          {arrow('back', -1, t('catalogue.back', { row: name }))}
          {arrow('forward', 1, t('catalogue.forward', { row: name }))}
        </div>
      </header>
      <ul ref={list} id={id} className={styles.cards} onScroll={measure}>
        {cards.map((card) => (
          <li key={card.type}>
            <Card card={card} heading={Heading === 'h2' ? 'h3' : 'h4'} />
          </li>
        ))}
      </ul>
    </section>
  );
}
