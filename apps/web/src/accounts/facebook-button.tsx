import { useTranslation } from 'react-i18next';
import styles from '../forms/form.module.css';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Button } from '../ui/button.tsx';
import { goToFacebook } from './facebook.ts';

/** Only where this installation has an app there. */
export function FacebookButton() {
  const { t } = useTranslation('accounts');
  const { facebook } = useConfiguration();
  if (!facebook) return null;
  return (
    <>
      <p className={styles.or}>{t('signin.or')}</p>
      <Button onClick={() => goToFacebook(facebook)}>{t('signin.facebook')}</Button>
    </>
  );
}
