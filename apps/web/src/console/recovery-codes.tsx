import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import styles from './console.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <p>{t('factor.recoveryText')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>
        <Button look="primary" onClick={onKept}>
          {t('factor.kept')}
        </Button>
      </p>
    </>
  );
}
