import type { Gathering } from '@unspoken/contract/gatherings';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTitle } from '../platform/use-title.ts';
import { Mark } from '../ui/mark.tsx';
import styles from './group-space.module.css';
import { paragraphsOf } from './space-text.ts';
import { useDates } from './use-dates.ts';

interface SpacePageProps {
  readonly gathering: Gathering;
  /** The server's time, epoch ms. */
  readonly now: number;
  /** The heading; the name of the gathering unless it is given, which then stands above it. */
  readonly title?: string;
  /** What the tab is called. */
  readonly tab?: string;
  readonly children: ReactNode;
}

/** The frame of every state of a group space: which gathering it is, when it takes place, and the way back. */
export function SpacePage({ gathering, now, title, tab, children }: SpacePageProps) {
  const { t } = useTranslation('groupspace');
  const datesOf = useDates();
  const { name, isHost } = gathering;
  useTitle(tab ?? name);
  return (
    <main className={styles.space}>
      <header className={styles.heading}>
        <Mark size="medium" breathing />
        <p className={styles.label}>{title === undefined ? t('label') : name}</p>
        <h1>{title ?? name}</h1>
        {title === undefined && <p className={styles.when}>{t('when', { when: datesOf(gathering, now) })}</p>}
      </header>
      {children}
      <footer className={styles.ways}>
        {isHost && (
          <p>
            {t('youHost')} <Link to="/host">{t('hosted')}</Link>
          </p>
        )}
        <Link to="/">{t('lobby')}</Link>
      </footer>
    </main>
  );
}

/** The words of the host: plain paragraphs. */
export function Welcome({ gathering: { welcomeStatement } }: { readonly gathering: Gathering }) {
  const { t } = useTranslation('groupspace');
  const paragraphs = paragraphsOf(welcomeStatement);
  if (paragraphs.length === 0) return null;
  return (
    <section className={styles.welcome} aria-label={t('welcome')}>
      {paragraphs.map((paragraph, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is shown as a whole
        <p key={i}>{paragraph}</p>
      ))}
    </section>
  );
}
