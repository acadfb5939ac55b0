import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../screens/afterwards.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** The partner's thanks in words. When they arrive on this screen, its warmth comes first. */
export function Received({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const received = useContext(actor, (context) => context.thanksReceived);
  const isKnown = useRef(received).current;
  return <div role="status">{received && <p className={isKnown ? undefined : styles.later}>{t('digesting.received')}</p>}</div>;
}
