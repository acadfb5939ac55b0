import { hasMessage, invitationStands } from '@unspoken/encounter/rules';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { CircleButton, CircleState } from '../parts/circle-part.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import styles from './screens.module.css';

/** The end and its reason; shown for every end except the user's own. */
export function Ended({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const reason = useContext(actor, (context) => context.endReason);
  const connectedPartner = useContext(actor, (context) => context.startsAt !== undefined);
  const canComeAgain = useContext(actor, (context) => invitationStands(context, context.ports.clock.now()));
  return (
    <main className={`${styles.room} ${styles.fade}`}>
      <div className={styles.middle}>
        <Mark size="medium" />
        {hasMessage(reason) ? (
          <>
            <ScreenHeading>{t(`ended.${reason}.title`)}</ScreenHeading>
            <p>{t(reason === 'ice_failure' && !connectedPartner ? 'ended.ice_failure.before' : `ended.${reason}.text`)}</p>
          </>
        ) : (
          <div className="visually-hidden">
            <ScreenHeading>{t('ended.quiet')}</ScreenHeading>
          </div>
        )}
        {canComeAgain && <p>{t('ended.invitationStands')}</p>}
        <div className={styles.actions}>
          <Button look="onDark" onClick={() => actor.send({ type: 'move on pressed' })}>
            {t('continue')}
          </Button>
          <ReportButton actor={actor} look="onDark" />
        </div>
      </div>
    </main>
  );
}

/** Afterwards: thank, add to the circle, report, move on. */
export function Digesting({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const given = useContext(actor, (context) => context.thanksGiven);
  const received = useContext(actor, (context) => context.thanksReceived);
  const reported = useContext(actor, (context) => context.reported);
  return (
    <main className={`${styles.page} ${styles.centred} ${styles.fade}`}>
      <Mark size="large" />
      <ScreenHeading>{t('digesting.title')}</ScreenHeading>
      <p className={styles.soft}>{t('digesting.text')}</p>
      <div role="status">
        {received && <p>{t('digesting.received')}</p>}
        {given && <p>{t('digesting.given')}</p>}
        <CircleState actor={actor} />
        {reported && <p>{t('digesting.reported')}</p>}
      </div>
      <div className={styles.actions}>
        {!given && (
          <Button look="primary" onClick={() => actor.send({ type: 'thank pressed' })}>
            {t('digesting.thank')}
          </Button>
        )}
        <CircleButton actor={actor} />
        <Button look={given ? 'primary' : 'plain'} onClick={() => actor.send({ type: 'move on pressed' })}>
          {t('digesting.moveOn')}
        </Button>
      </div>
      <ReportButton actor={actor} />
    </main>
  );
}
