import { useTranslation } from 'react-i18next';
import { InvitePanel } from '../../experiences/invite-panel.tsx';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ScreenHeading } from '../parts/screen-heading.tsx';
import { WaitingTime } from '../signs/waiting-bar.tsx';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import styles from './screens.module.css';

export function Waiting({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const isOwn = useContext(actor, (context) => context.ownInvitationUntil !== undefined);
  if (isOwn) return <InvitePanel actor={actor} />;
  return (
    <main className={`${styles.page} ${styles.centred} ${styles.fade}`}>
      <Mark size="large" breathing />
      <div role="status">
        <ScreenHeading>{t('waiting.title')}</ScreenHeading>
      </div>
      <p className={styles.soft}>{t('waiting.text')}</p>
      <WaitingTime actor={actor} />
      <Button onClick={() => actor.send({ type: 'cancel pressed' })}>{t('cancel')}</Button>
    </main>
  );
}
