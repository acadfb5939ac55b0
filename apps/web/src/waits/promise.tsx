import { nextOf } from '@unspoken/contract/gathering-time';
import { useTranslation } from 'react-i18next';
import { useUntil } from '../gatherings/space-text.ts';
import { minuteOfDay, Times } from '../gatherings/times.ts';
import { useGatherings } from '../gatherings/use-gatherings.ts';
import styles from './promise.module.css';
import { useWaitPromise } from './use-promise.ts';

interface PromiseProps {
  readonly experienceType: string;
  readonly poolType: string;
  /** Whether the user waits already: then "Somebody is waiting" would be said of themselves. */
  readonly isWaiting?: boolean;
}

/** How long a wait is likely to be, or that few come at this hour, with the next time when many will. Its room is there before it is. */
export function Promised({ experienceType, poolType, isWaiting = false }: PromiseProps) {
  const { t } = useTranslation('waits');
  const promise = useWaitPromise(experienceType, poolType, isWaiting);
  const text = () => {
    if (!promise || (isWaiting && promise.kind === 'somebody')) return null;
    if (promise.kind === 'minutes') return t('promise.minutes', { count: promise.minutes });
    if (promise.kind === 'somebody') return t('promise.somebody');
    return (
      <>
        {t(`promise.${promise.kind}`)} {isWaiting && <NextGathering />}
      </>
    );
  };
  return (
    <div className={styles.promise} data-testid="promise" aria-live="off">
      {text()}
    </div>
  );
}

/** When the next gathering begins, in the user's own time. Only while the user waits: beside Connect its notice stands above. */
export function NextGathering() {
  const { t, i18n } = useTranslation('waits');
  const { all = [], now } = useGatherings();
  const countdown = useUntil();
  const [next] = [true, false]
    .flatMap((isRegular) => nextOf(all, now, isRegular, minuteOfDay) ?? [])
    .toSorted((one, other) => one.startTimeMillSec - other.startTimeMillSec);
  if (!next) return null;
  const { startTimeMillSec: startsAt } = next;
  const when = new Times(i18n.language, navigator.language).when(startsAt, now);
  return t('promise.next', { when, countdown: countdown(startsAt, now) });
}
