import { useTranslation } from 'react-i18next';
import { ScreenHeading } from '../encounters/parts/screen-heading.tsx';
import { GettingReady } from '../encounters/parts/waiting-times.tsx';
import screens from '../encounters/screens/screens.module.css';
import { type ScreenProps, useTag } from '../encounters/use-encounter.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { ownInvitation } from './invitation.ts';
import { InvitationLink } from './invitation-link.tsx';

/** The link to pass on, while its host waits. The host can read other pages meanwhile. */
export function InvitePanel({ actor }: ScreenProps) {
  const { t } = useTranslation('experiences');
  const { friend, experience } = useObservable(ownInvitation) ?? {};
  const isFound = useTag(actor, 'partner found');
  return (
    <main className={`${screens.page} ${screens.centred} ${screens.fade}`}>
      <Mark size="large" breathing />
      <ScreenHeading>{friend === undefined ? t('panel.title') : t('panel.waitingFor', { name: friend })}</ScreenHeading>
      {experience && <p>{t('panel.experience', { name: experience.name })}</p>}
      <p className={screens.soft}>{friend === undefined ? t('panel.text') : t('panel.asked', { name: friend })}</p>
      <p role="status">{isFound && t('panel.found')}</p>
      {!isFound && <GettingReady actor={actor} />}
      <InvitationLink actor={actor} />
      <Button look="quiet" onClick={() => actor.send({ type: 'cancel pressed' })}>
        {t(friend === undefined ? 'panel.cancel' : 'panel.withdraw')}
      </Button>
    </main>
  );
}
