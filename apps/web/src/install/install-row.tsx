import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import profile from '../profile/profile.module.css';
import { Button } from '../ui/button.tsx';
import { needsHomeScreen } from './home-screen.ts';
import { InstallSheet } from './install-sheet.tsx';
import { useInstallOffer } from './offer.ts';

/** A row of the profile, where the product can be installed and is not: by the browser, or on iPhones and iPads by hand. */
export function InstallRow() {
  const { t } = useTranslation('install');
  const { isOffered, take } = useInstallOffer();
  const [isDone, setDone] = useState(false);
  const [isExplained, setExplained] = useState(false);
  const isByHand = needsHomeScreen();
  if (isDone)
    return (
      <p role="status" className={profile.note}>
        {t('row.done')}
      </p>
    );
  if (!isOffered && !isByHand) return null;
  const press = () => {
    if (isByHand) setExplained(true);
    else void take().then(setDone, () => {});
  };
  const action = t(isByHand ? 'row.how' : 'row.install');
  return (
    <>
      <div className={profile.row}>
        <span className={profile.label}>{t('row.label')}</span>
        <span className={profile.value}>{t('row.text')}</span>
        <Button look="quiet" className={profile.change} aria-label={`${action}: ${t('row.label')}`} onClick={press}>
          {action}
        </Button>
      </div>
      <InstallSheet open={isExplained} onClose={() => setExplained(false)} />
    </>
  );
}
