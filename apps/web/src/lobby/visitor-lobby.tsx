import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CatalogueSection } from '../experiences/catalogue-section.tsx';
import { GatheringSection } from '../gatherings/gathering-section.tsx';
import { BrandRow } from '../pages/brand-row.tsx';
import { Partners } from '../pages/partners.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { count } from '../visits/counting.ts';
import { Carousel } from './carousel.tsx';
import styles from './lobby.module.css';
import { PauseBanner } from './pause-banner.tsx';
import { Player } from './player.tsx';
import { Testimonial } from './testimonial.tsx';
import { UnsupportedNotice } from './unsupported.tsx';

const filmEvents = { play: 'film played', pause: 'film paused', ended: 'film ended' } as const;
const values = ['others', 'self', 'technology'] as const;

/** Each sentence of the headline has a line of its own. */
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?]) /);

/** The product in ten seconds. */
export function VisitorLobby() {
  const { t } = useTranslation('lobby');
  const join = { to: '/?auth=register', onClick: () => count('join pressed') };
  return (
    <main className={styles.visitor}>
      <section className={styles.banner}>
        <Mark size="hero" breathing />
        <h1>
          {sentencesOf(t('banner.title')).map((sentence) => (
            <span key={sentence} className={styles.sentence}>
              {sentence}{' '}
            </span>
          ))}
        </h1>
        <p>{t('banner.text')}</p>
        <PauseBanner />
        <UnsupportedNotice />
        <LinkButton look="primary" large {...join}>
          {t('banner.connect')}
        </LinkButton>
        <Link to="/mirror">{t('mirror')}</Link>
        <p className={styles.small}>{t('banner.free')}</p>
      </section>
      <Carousel />
      <GatheringSection />
      <BrandRow row="film">
        <Player onEvent={(event) => count(filmEvents[event])} />
      </BrandRow>
      <ul className={styles.cards}>
        {values.map((value) => (
          <li key={value}>
            <h2>{t(`values.${value}.title`)}</h2>
            <p>{t(`values.${value}.text`)}</p>
            <LinkButton {...join} aria-label={t('values.joinFor', { value: t(`values.${value}.title`) })}>
              {t('values.join')}
            </LinkButton>
          </li>
        ))}
      </ul>
      <CatalogueSection />
      <BrandRow row="testimonial">
        <Testimonial />
      </BrandRow>
      <BrandRow row="partners">
        <section className={styles.partners}>
          <h2>{t('partners.title')}</h2>
          <Partners />
        </section>
      </BrandRow>
    </main>
  );
}
