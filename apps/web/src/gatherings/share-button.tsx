import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../platform/clipboard.ts';
import styles from './gatherings.module.css';

/** Shares the address of this page with another application, or copies it where the device cannot. */
export function ShareButton({ title }: { readonly title: string }) {
  const { t } = useTranslation('gatherings');
  const [copied, setCopied] = useState<'copied' | 'copyByHand'>();
  const share = () => {
    const url = location.origin + location.pathname;
    // Closing the share sheet is a choice of the user, not an error.
    if (typeof navigator.share === 'function') return void navigator.share({ title, url }).catch(() => {});
    void copyText(url).then((isCopied) => setCopied(isCopied ? 'copied' : 'copyByHand'));
  };
  return (
    <>
      <button type="button" className={styles.link} onClick={share}>
        {t('one.share')}
      </button>
      <span role="status">{copied && t(`one.${copied}`)}</span>
    </>
  );
}
