import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import styles from '../forms/form.module.css';
import { useConfiguration } from '../platform/use-configuration.ts';
import { destinationOf } from '../session/destination.ts';
import { Button } from '../ui/button.tsx';
import { goToFacebook } from './facebook.ts';

/** Only where this installation has an app at Facebook. */
export function FacebookButton() {
  const { t } = useTranslation('accounts');
  const { facebook } = useConfiguration();
  const [search] = useSearchParams();
  if (!facebook) return null;
  return (
    <>
      <p className={styles.or}>{t('signin.or')}</p>
      <Button onClick={() => goToFacebook(facebook, destinationOf(search))}>{t('signin.facebook')}</Button>
    </>
  );
}
