import type { Gathering } from '@unspoken/contract/gatherings';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../platform/use-configuration.ts';
import { LinkButton } from '../ui/link-button.tsx';
import styles from './group-space.module.css';
import { SpacePage } from './space-parts.tsx';
import { surveyOf, useUntil } from './space-text.ts';

interface SpaceEndedProps {
  readonly gathering: Gathering;
  readonly now: number;
}

/** After the end: thanks, the survey, and for how long the space is still open. */
export function SpaceEnded({ gathering, now }: SpaceEndedProps) {
  const { t } = useTranslation('groupspace');
  const until = useUntil();
  const { durations } = useConfiguration();
  return (
    <SpacePage gathering={gathering} now={now} title={t('ended.title')}>
      <section className={styles.card}>
        <p role="status">{t('ended.text')}</p>
        <Survey gathering={gathering} />
        <p className={styles.soft}>
          {t('ended.closes', { when: until(gathering.endTimeMillSec + durations.gatheringClosing, now) })}
        </p>
      </section>
    </SpacePage>
  );
}

/** The host's own survey, or one question. */
function Survey({ gathering: { gatheringID, surveyUrl } }: Pick<SpaceEndedProps, 'gathering'>) {
  const { t } = useTranslation('groupspace');
  const { t: common } = useTranslation();
  const own = surveyOf(surveyUrl);
  if (own)
    return (
      <p className={styles.actions}>
        <LinkButton look="primary" to={own} {...(!own.startsWith('/') && { target: '_blank', rel: 'noopener noreferrer' })}>
          {t('ended.survey')}
          {!own.startsWith('/') && <span className="visually-hidden"> {common('newTab')}</span>}
        </LinkButton>
      </p>
    );
  return (
    <>
      <h2>{t('ended.question')}</h2>
      <div className={styles.actions}>
        <LinkButton look="primary" to={`/survey/${gatheringID}/yes`}>
          {t('ended.yes')}
        </LinkButton>
        <LinkButton to={`/survey/${gatheringID}/no`}>{t('ended.no')}</LinkButton>
      </div>
    </>
  );
}
