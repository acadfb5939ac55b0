import type { AnswerOf } from '@unspoken/contract/call';
import { gatheringAttendance, type HostedGathering } from '@unspoken/contract/gatherings';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../platform/api.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import styles from './host.module.css';
import { figuresAt } from './hosting.ts';

/** How often the figures are read again while the page is visible, ms. */
const interval = 15_000;

type Attendance = AnswerOf<typeof gatheringAttendance>;

function useAttendance(gatheringID: string): Attendance | undefined {
  const [attendance, setAttendance] = useState<Attendance>();
  useEffect(() => {
    const read = () => {
      // What cannot be read now is read the next time.
      if (document.visibilityState === 'visible')
        call(gatheringAttendance, { params: { gatheringID } }).then(setAttendance, () => {});
    };
    read();
    const timer = setInterval(read, interval);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [gatheringID]);
  return attendance;
}

/** How a gathering goes, in numbers that tell nothing about a single person. */
export function Figures({ gathering, now }: { readonly gathering: HostedGathering; readonly now: number }) {
  const { t, i18n } = useTranslation('hosting');
  const { durations } = useConfiguration();
  const attendance = useAttendance(gathering.gatheringID);
  if (!attendance) return null;
  const { survey, ...counts } = attendance;
  const values = { ...counts, surveyYes: survey.yes, surveyNo: survey.no };
  const number = new Intl.NumberFormat(i18n.language);
  const shown = figuresAt(gathering, now, durations);
  return (
    <section aria-label={t('figures.title')}>
      <dl className={styles.figures}>
        {shown.map((figure) => {
          const value = values[figure];
          return (
            <div key={figure}>
              <dt>{t(`figures.${figure}`)}</dt>
              <dd>{value === null ? t('figures.few') : number.format(value)}</dd>
            </div>
          );
        })}
      </dl>
      {shown.some((figure) => values[figure] === null) && <p className={styles.small}>{t('figures.text')}</p>}
    </section>
  );
}
