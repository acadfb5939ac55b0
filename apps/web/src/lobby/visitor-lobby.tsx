import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Partners } from '../pages/partners.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { count } from '../visits/counting.ts';
import { Carousel } from './carousel.tsx';
import styles from './lobby.module.css';
import { Player } from './player.tsx';
import { Testimonial } from './testimonial.tsx';
import { UnsupportedNotice } from './unsupported.tsx';

const filmEvents = { play: 'film played', pause: 'film paused', ended: 'film ended' } as const;
const values = ['others', 'self', 'technology'] as const;

/** What it is, in ten seconds. */
export function VisitorLobby() {
  const { t } = useTranslation('lobby');
  const navigate = useNavigate();
  const join = () => {
    count('join pressed');
    void navigate('/?auth=register');
  };
  return (
    <main className={styles.visitor}>
      <section className={styles.banner}>
        <Mark size="clamp(9rem, 30vw, 15rem)" breathing />
        <h1>{t('banner.title')}</h1>
        <p>{t('banner.text')}</p>
        <UnsupportedNotice />
        <Button look="primary" large onClick={join}>
          {t('banner.connect')}
        </Button>
        <p className={styles.small}>{t('banner.free')}</p>
      </section>
      <Carousel />
      <Player onEvent={(event) => count(filmEvents[event])} />
      <ul className={styles.cards}>
        {values.map((value) => (
          <li key={value}>
            <h2>{t(`values.${value}.title`)}</h2>
            <p>{t(`values.${value}.text`)}</p>
            <Button look="plain" onClick={join} aria-label={t('values.joinFor', { value: t(`values.${value}.title`) })}>
              {t('values.join')}
            </Button>
          </li>
        ))}
      </ul>
      <Testimonial />
      <section className={styles.partners}>
        <h2>{t('partners.title')}</h2>
        <Partners />
      </section>
    </main>
  );
}
