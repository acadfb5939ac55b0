import { useTranslation } from 'react-i18next';
import { ScreenHeading } from '../encounters/parts/screen-heading.tsx';
import screens from '../encounters/screens/screens.module.css';
import { type ScreenProps, useContext, useTag } from '../encounters/use-encounter.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { CopyLink } from './copy-link.tsx';
import { ownInvitation } from './invitation.ts';

/** The link to pass on, while its host waits. The host can read other pages meanwhile. */
export function InvitePanel({ actor }: ScreenProps) {
  const { t, i18n } = useTranslation('experiences');
  const open = useObservable(ownInvitation);
  const isFound = useTag(actor, 'partner found');
  const until = useContext(actor, (context) => context.ownInvitationUntil) ?? 0;
  const time = new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', minute: '2-digit' }).format(until);
  return (
    <main className={`${screens.page} ${screens.centred} ${screens.fade}`}>
      <Mark size="large" breathing />
      <ScreenHeading>{t('panel.title')}</ScreenHeading>
      <p className={screens.soft}>{t('panel.text', { time })}</p>
      {open?.membersOnly && <p className={screens.soft}>{t('panel.membersOnly')}</p>}
      {open && <CopyLink url={open.url} />}
      <p role="status">{isFound && t('panel.found')}</p>
      <Button look="quiet" onClick={() => actor.send({ type: 'cancel pressed' })}>
        {t('panel.cancel')}
      </Button>
    </main>
  );
}
