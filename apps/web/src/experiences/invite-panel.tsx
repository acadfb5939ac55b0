import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isInRoom, userState } from '../encounters/current.ts';
import { ScreenHeading } from '../encounters/parts/screen-heading.tsx';
import screens from '../encounters/screens/screens.module.css';
import type { ScreenProps } from '../encounters/use-encounter.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './experiences.module.css';
import { openInvitation, takeBack } from './invitation.ts';

/** The link to pass on, while whoever made it waits. Leaving takes it back, unless somebody has come. */
export function InvitePanel({ actor }: ScreenProps) {
  const { t } = useTranslation('experiences');
  const open = useObservable(openInvitation);
  const [copied, setCopied] = useState<'yes' | 'no' | 'failed'>('no');
  useEffect(
    () => () => {
      if (isInRoom(userState.get())) openInvitation.set(undefined);
      else takeBack();
    },
    [],
  );
  const url = open?.invitation.url ?? '';
  const copy = () =>
    void navigator.clipboard?.writeText(url).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  return (
    <main className={`${screens.page} ${screens.centred} ${screens.fade}`}>
      <Mark size="large" breathing />
      <ScreenHeading>{t('panel.title')}</ScreenHeading>
      <p className={screens.soft}>{t('panel.text')}</p>
      <div className={styles.link}>
        <Field label={t('panel.link')} value={url} readOnly onFocus={(event) => event.target.select()} />
        <Button look="primary" onClick={copy}>
          {t('panel.copy')}
        </Button>
      </div>
      <p role="status">{copied === 'yes' ? t('panel.copied') : copied === 'failed' ? t('panel.copyByHand') : ''}</p>
      <Button look="quiet" onClick={() => actor.send({ type: 'cancel pressed' })}>
        {t('panel.cancel')}
      </Button>
    </main>
  );
}
