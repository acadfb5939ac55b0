import { useTranslation } from 'react-i18next';
import styles from '../screens/afterwards.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** The partner's thanks in words. The warmth of the screen comes first. */
export function Received({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const received = useContext(actor, (context) => context.thanksReceived);
  return <div role="status">{received && <p className={styles.later}>{t('digesting.received')}</p>}</div>;
}
