import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { press } from '../platform/brand.ts';
import { useSession } from '../session/use-session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Portrait } from '../ui/portrait.tsx';
import { count } from '../visits/counting.ts';
import styles from './brand.module.css';
import { BrandRow } from './brand-row.tsx';
import { OutsideLink } from './outside-link.tsx';
import { Partners } from './partners.tsx';
import TextPage from './text-page.tsx';

/** /about: what the product is, who writes about it, who makes it, who helps. */
export default function AboutPage() {
  const { t } = useTranslation('pages');
  return (
    <TextPage name="about">
      <div className={styles.about}>
        <BrandRow row="press">
          <h2>{t('about.media')}</h2>
          <ul className={styles.press}>
            {press.map(({ language, title, href }) => (
              <li key={href}>
                <OutsideLink href={href} language={language}>
                  {title}
                </OutsideLink>
              </li>
            ))}
          </ul>
        </BrandRow>
        <BrandRow row="team">
          <h2>{t('about.team')}</h2>
          <Team />
        </BrandRow>
        <BrandRow row="partners">
          <h2>{t('about.partners')}</h2>
          <Partners />
        </BrandRow>
        <Join />
      </div>
    </TextPage>
  );
}

interface Member {
  readonly title: string;
  readonly role: string;
  readonly note: string;
}

function Team() {
  const { t } = useTranslation('pages');
  const { t: brandText } = useTranslation('brand');
  const team: readonly Member[] = brandText('team', { returnObjects: true });
  const [opened, setOpened] = useState<number>();
  const open = opened === undefined ? undefined : team[opened];
  return (
    <>
      <ul className={styles.team}>
        {team.map(({ title, role }, index) => (
          <li key={title}>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpened(index)}>
              <Portrait number={index} />
              <strong>{title}</strong>
              <small>{role}</small>
              <span className="visually-hidden">{t('about.more', { title })}</span>
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <Dialog title={open.title} closeLabel={t('about.close')} onClose={() => setOpened(undefined)}>
          <p>
            <strong>{open.role}</strong>
          </p>
          <p>{open.note}</p>
        </Dialog>
      )}
    </>
  );
}

/** For visitors who are not signed in. */
function Join() {
  const { t } = useTranslation('pages');
  const { ready, user } = useSession();
  if (!ready || user) return null;
  return (
    <section className={styles.join}>
      <h2>{t('about.join.title')}</h2>
      <p>{t('about.join.text')}</p>
      <LinkButton look="primary" to="/about?auth=register" onClick={() => count('join pressed')}>
        {t('about.join.button')}
      </LinkButton>
    </section>
  );
}
