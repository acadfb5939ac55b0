import { type NotificationSettings, testCall, unsubscribeDevice } from '@unspoken/contract/notifications';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { useObservable } from '../platform/observable.ts';
import { nameOf } from '../profile/browser-name.ts';
import profile from '../profile/profile.module.css';
import { Button } from '../ui/button.tsx';
import { connectDevice, disconnectDevice, ownSubscription } from './device.ts';
import styles from './notifications.module.css';
import { askPermission, type Refused } from './permission.ts';
import { Refusal } from './refusal.tsx';
import { isReached } from './requests.ts';

interface DevicesProps {
  readonly devices: NotificationSettings['devices'];
  /** Reads the settings again. */
  readonly onChanged: () => void;
}

type Result = 'sent' | 'notSent' | 'failed';

/** The browsers in which the user is reached while no page is open: each can be removed, this one added, and all be tried. */
export function Devices({ devices, onChanged }: DevicesProps) {
  const { t, i18n } = useTranslation('notifications');
  const [own, setOwn] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState<Refused>();
  const [result, setResult] = useState<Result>();
  const reached = useObservable(isReached);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subscription of this browser changes with what is reached.
  useEffect(() => {
    void ownSubscription().then(
      (subscription) => setOwn(subscription?.endpoint),
      () => {},
    );
  }, [reached, devices]);
  const start = () => {
    setFailure(undefined);
    setResult(undefined);
    setRefused(undefined);
  };
  const add = async () => {
    start();
    const refusal = await askPermission();
    setRefused(refusal);
    if (refusal) return;
    if (await connectDevice({ again: true })) onChanged();
    else setResult('failed');
  };
  const remove = async (endpoint: string) => {
    start();
    if (endpoint === own) await disconnectDevice();
    await call(unsubscribeDevice, { body: { endpoint } }).then(onChanged, setFailure);
  };
  const test = () => {
    start();
    call(testCall).then(({ accepted }) => {
      setResult(accepted > 0 ? 'sent' : 'notSent');
      // What the push services no longer know is no longer listed.
      onChanged();
    }, setFailure);
  };
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const isListed = devices.some(({ endpoint }) => endpoint === own);
  return (
    <section className={profile.card}>
      <h2>{t('devices.title')}</h2>
      <p className={styles.note}>{t(devices.length > 0 ? 'devices.intro' : 'devices.none')}</p>
      <FormAlert failure={failure} invalid={false} />
      <ul className={styles.devices}>
        {devices.map(({ endpoint, userAgent, createdAt }) => (
          <li key={endpoint} className={profile.row}>
            <span className={profile.value}>
              {nameOf(userAgent) ?? t('devices.unknown')}
              <span className={profile.note}>
                {endpoint === own ? t('devices.this') : t('devices.added', { date: when.format(createdAt) })}
              </span>
            </span>
            <Button look="quiet" className={profile.change} onClick={() => void remove(endpoint)}>
              {t('devices.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        {!isListed && <Button onClick={() => void add()}>{t('devices.add')}</Button>}
        {devices.length > 0 && <Button onClick={test}>{t('devices.test')}</Button>}
      </div>
      <Refusal refused={refused} onClose={() => setRefused(undefined)} />
      {result && <p role="status">{t(`devices.${result}`)}</p>}
    </section>
  );
}
