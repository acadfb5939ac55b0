import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsHomeScreen } from '../install/home-screen.ts';
import { InstallSheet } from '../install/install-sheet.tsx';
import { errorText } from '../platform/error-text.ts';
import { useObservable } from '../platform/observable.ts';
import { Checkbox } from '../ui/field.tsx';
import { connectDevice } from './device.ts';
import styles from './notifications.module.css';
import { askPermission, mayNotify, type Refused } from './permission.ts';
import { isReached, readRequests, requested, setRequest } from './requests.ts';

interface CallSwitchProps {
  /** A type, or `{type}:myCircle`. */
  readonly type: string;
  readonly label: string;
}

/** Whether the user is called when somebody waits in a pool. It needs the permission of the browser. */
export default function CallSwitch({ type, label }: CallSwitchProps) {
  const { t } = useTranslation('notifications');
  const { t: problemText } = useTranslation('errors');
  const on = useObservable(requested)?.includes(type);
  const reached = useObservable(isReached);
  const [refused, setRefused] = useState<Refused>();
  const [failure, setFailure] = useState<unknown>();
  /** What has been chosen and is not stored yet. */
  const [pending, setPending] = useState<boolean>();
  useEffect(() => {
    if (requested.get() === undefined) void readRequests().catch(setFailure);
  }, []);
  const [explains, setExplains] = useState(false);
  const choose = async (wanted: boolean) => {
    setFailure(undefined);
    const refusal = wanted ? await askPermission() : undefined;
    // There notifications exist only for what is on the home screen.
    const isFromHome = refusal === 'unsupported' && needsHomeScreen();
    if (refusal === undefined) setPending(wanted);
    setExplains(isFromHome);
    setRefused(isFromHome ? undefined : refusal);
    if (refusal === undefined) await setRequest(type, wanted).catch(setFailure);
    if (wanted && refusal === undefined) await connectDevice({ again: true });
    setPending(undefined);
  };
  const problem = refused ? t(`alert.${refused}`) : failure === undefined ? undefined : errorText(problemText, failure);
  return (
    <div className={styles.switch}>
      <Checkbox
        checked={pending ?? on ?? false}
        disabled={on === undefined && failure === undefined}
        error={problem}
        onChange={(event) => void choose(event.target.checked)}
      >
        {label}
      </Checkbox>
      {on && mayNotify() && reached !== undefined && (
        <p className={styles.note}>{t(reached ? 'switch.reached' : 'switch.note')}</p>
      )}
      <InstallSheet open={explains} onClose={() => setExplains(false)} />
    </div>
  );
}
