import {
  callMe,
  changeNotificationSettings,
  type NotificationSettings,
  notificationSettings,
  ringsPerDay,
} from '@unspoken/contract/notifications';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { Times } from '../gatherings/times.ts';
import { BadgeSwitch } from '../install/badge-switch.tsx';
import { call } from '../platform/api.ts';
import { useObservable } from '../platform/observable.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import profile from '../profile/profile.module.css';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import CallSwitch from './call-switch.tsx';
import { Devices } from './devices.tsx';
import styles from './notifications.module.css';
import { awaited, isReached } from './requests.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const caps = Array.from({ length: ringsPerDay.greatest }, (_, i) => ringsPerDay.least + i);

/** /account/notifications: for whom the user is called, when, and how often. */
export default function NotificationsPage() {
  const { t, i18n } = useTranslation('notifications');
  const { answer, failure, setFailure, load } = useLoaded(notificationSettings);
  const [changed, setChanged] = useState<typeof answer>();
  const reached = useObservable(isReached);
  const settings = changed ?? answer;
  const reload = () => void load().then(() => setChanged(undefined));
  useEffect(() => {
    // A switch may have added this browser.
    if (reached) void load().then(() => setChanged(undefined));
  }, [reached, load]);
  /** One after another; of the answers only the last one is shown. */
  const known = useRef<NotificationSettings>(undefined);
  const latest = useRef<Promise<unknown>>(Promise.resolve());
  const change = (make: () => Promise<NotificationSettings>) => {
    setFailure(undefined);
    const made = latest.current.then(make);
    latest.current = made.catch(() => {});
    const turn = latest.current;
    made.then(
      (stored) => {
        known.current = stored;
        if (turn === latest.current) setChanged(stored);
      },
      (error: unknown) => {
        setFailure(error);
        setChanged(known.current);
      },
    );
  };
  const choose = (chosen: Partial<Record<'quietFrom' | 'quietTo' | 'dailyCap', number>>) => {
    if (!settings) return;
    // Shown at once, so that a second choice is made of it.
    const next = { ...settings, ...chosen };
    setChanged(next);
    const { quietFrom, quietTo, dailyCap } = next;
    change(() => call(changeNotificationSettings, { body: { quietFrom, quietTo, dailyCap } }));
  };
  const takeBack = () => {
    awaited.set(undefined);
    change(() => call(callMe, { body: { off: true } }));
  };
  const clock = new Times(i18n.language, navigator.language, 'UTC');
  const hourOf = (hour: number) => clock.time(hour * 3_600_000);
  const choices = [
    { name: 'quietFrom', values: hours, textOf: hourOf },
    { name: 'quietTo', values: hours, textOf: hourOf },
    { name: 'dailyCap', values: caps, textOf: String },
  ] as const;
  return (
    <main className={profile.profile}>
      <h1>{t('title')}</h1>
      <p>{t('intro')}</p>
      <section className={profile.card}>
        <h2>{t('switches')}</h2>
        <CallSwitch type="oneminute" label={t('switch.anyone')} />
        <CallSwitch type="oneminute:myCircle" label={t('switch.myCircle')} />
        <BadgeSwitch />
        {settings?.callMe && (
          <div className={profile.row}>
            <span className={profile.value}>
              {t('callMe.asked', { time: new Times(i18n.language, navigator.language).time(settings.callMe.until) })}
            </span>
            <Button onClick={takeBack}>{t('callMe.off')}</Button>
          </div>
        )}
      </section>
      {settings && <Devices devices={settings.devices} onChanged={reload} />}
      <section className={profile.card}>
        <h2>{t('times')}</h2>
        <FormAlert failure={failure} invalid={false} />
        {settings && (
          <>
            <div className={styles.times}>
              {choices.map(({ name, values, textOf }) => (
                <Select
                  key={name}
                  label={t(name)}
                  value={settings[name]}
                  onChange={(event) => choose({ [name]: Number(event.target.value) })}
                >
                  {values.map((value) => (
                    <option key={value} value={value}>
                      {textOf(value)}
                    </option>
                  ))}
                </Select>
              ))}
            </div>
            <p className={styles.note}>
              {settings.quietFrom === settings.quietTo ? t('noQuiet') : t('quiet')}{' '}
              {settings.timeZone === null ? t('noZone') : t('zone', { zone: settings.timeZone.replaceAll('_', ' ') })}{' '}
              <Link to="/account/profile">{t('changeZone')}</Link>
            </p>
            {settings.isSeldomCalled && <p role="status">{t('seldom')}</p>}
          </>
        )}
      </section>
    </main>
  );
}
