import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askPermission, type Refused } from '../notifications/permission.ts';
import { useObservable } from '../platform/observable.ts';
import { Checkbox } from '../ui/field.tsx';
import { badgeWished, canShowBadge, setBadgeWished } from './badge.ts';
import { isAppleMobile } from './home-screen.ts';
import styles from './install.module.css';

/** Whether the icon shows how many people wait. Only where the browser can put a number on it. */
export function BadgeSwitch() {
  const { t } = useTranslation('install');
  const { t: alert } = useTranslation('notifications');
  const isWished = useObservable(badgeWished);
  const [refused, setRefused] = useState<Refused>();
  if (!canShowBadge()) return null;
  const choose = async (on: boolean) => {
    // iPhones and iPads show a badge only with the permission for notifications.
    const refusal = on && isAppleMobile() ? await askPermission() : undefined;
    setRefused(refusal);
    if (!refusal) setBadgeWished(on);
  };
  return (
    <div className={styles.switch}>
      <Checkbox
        checked={isWished}
        error={refused && alert(`alert.${refused}`)}
        onChange={(event) => void choose(event.target.checked)}
      >
        {t('badge.label')}
      </Checkbox>
      <p className={styles.note}>{t('badge.note')}</p>
    </div>
  );
}
