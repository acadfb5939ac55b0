import type { EncounterActor } from '@unspoken/encounter/machine';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import { useNow } from './use-now.ts';
import styles from './waiting-times.module.css';

/** The waiting time, as a clock shows it. Screen readers do not announce it every second. */
export function WaitingTime({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const pressedAt = useContext(actor, (context) => context.searchingSince);
  const seconds = Math.max(0, Math.floor((useNow(250) - pressedAt) / 1_000));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <span className={styles.time} role="timer" aria-live="off" aria-label={t('waiting.time', { clock })}>
      {clock}
    </span>
  );
}

/** In how many seconds waiting goes on by itself. */
export function KeepWaitingCountdown({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const now = useNow(250);
  const left = useContext(actor, ({ countdownLeft, countdownSince }) => countdownLeft - (now - countdownSince));
  return <span aria-live="off">{t('waiting.goesOn', { count: Math.max(0, Math.ceil(left / 1_000)) })}</span>;
}

/** Whether somebody who could be met now is getting ready; it is announced by the client of that person every few seconds. */
export function useGettingReady(actor: EncounterActor): boolean {
  const now = useNow(1_000);
  return useContext(actor, ({ gettingReadyUntil }) => now < gettingReadyUntil);
}

/** Says that somebody is getting ready; otherwise shows something else. */
export function GettingReady({ actor, otherwise = null }: ScreenProps & { readonly otherwise?: ReactNode }) {
  const { t } = useTranslation('encounters');
  const isAnnounced = useGettingReady(actor);
  return (
    <>
      <p role="status">{isAnnounced && t('waiting.gettingReady')}</p>
      {!isAnnounced && otherwise}
    </>
  );
}
