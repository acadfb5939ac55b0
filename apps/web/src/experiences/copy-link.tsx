import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../platform/clipboard.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import styles from './experiences.module.css';

interface CopyLinkProps {
  readonly url: string;
  /** What it is; an invitation unless given. */
  readonly label?: string;
  /** What else can be done with it. */
  readonly children?: ReactNode;
}

/** A link to pass on: shown, copied, or shared with another application where the device can. */
export function CopyLink({ url, label, children }: CopyLinkProps) {
  const { t } = useTranslation('experiences');
  const [copied, setCopied] = useState<'copied' | 'copyByHand'>();
  const copy = () => void copyText(url).then((isCopied) => setCopied(isCopied ? 'copied' : 'copyByHand'));
  // Closing the share sheet is a choice of the user, not an error.
  const share = () => void navigator.share({ url }).catch(() => {});
  return (
    <div className={styles.link}>
      <Field label={label ?? t('panel.link')} value={url} readOnly onFocus={(event) => event.target.select()} />
      <div className={styles.actions}>
        <Button look="primary" onClick={copy}>
          {t('panel.copy')}
        </Button>
        {children ?? ('share' in navigator && <Button onClick={share}>{t('panel.share')}</Button>)}
      </div>
      <p role="status">{copied && t(`panel.${copied}`)}</p>
    </div>
  );
}
