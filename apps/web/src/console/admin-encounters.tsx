import { type EncounterHealth, encounterHealth } from '@unspoken/contract/administration';
import { connectionPaths } from '@unspoken/contract/encounters';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { BarChart } from './bar-chart.tsx';
import styles from './console.module.css';

/** The health of encounters: how far pairings get, how long people wait, how encounters end, over which paths. */
export function Encounters() {
  const { t } = useTranslation('console');
  const { answer, failure } = useLoaded(encounterHealth);
  useTitle(t('parts.encounters'));
  return (
    <>
      <h1>{t('parts.encounters')}</h1>
      <p>{t('encounters.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {answer?.days.length === 0 && <p className={styles.card}>{t('encounters.none')}</p>}
      {answer && answer.days.length > 0 && <Charts health={answer} />}
    </>
  );
}

/** One name for both sides of an ending. */
const endings = {
  natural: ['natural'],
  left: ['manual_self', 'manual_other'],
  cancelled: ['cancel_self', 'cancel_other'],
  waited: ['timeout_self', 'timeout_other'],
  broken: ['ice_failure'],
  unknown: ['unknown'],
} as const;

function Charts({ health: { days, ends, paths } }: { readonly health: EncounterHealth }) {
  const { t, i18n } = useTranslation('console');
  const day = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(i18n.language);
  const rate = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const seconds = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  });
  const lasts = (ms: number | null) => (ms === null ? '–' : seconds.format(ms / 1_000));
  const sum = (of: 'paired' | 'confirmed' | 'met' | 'completed') => days.reduce((all, each) => all + each[of], 0);
  const share = (part: number, whole: number) => (whole === 0 ? '–' : rate.format(part / whole));
  const shares = (counts: readonly (readonly [label: string, count: number])[]) => {
    const all = counts.reduce((total, [, count]) => total + count, 0);
    return counts.map(([label, count]) => ({
      label,
      values: [count],
      shown: [`${number.format(count)} (${share(count, all)})`],
    }));
  };
  return (
    <>
      <p>
        {t('encounters.summary', {
          paired: number.format(sum('paired')),
          met: share(sum('met'), sum('confirmed')),
          completed: share(sum('completed'), sum('met')),
        })}
      </p>
      <BarChart
        title={t('encounters.success')}
        columns={[t('encounters.paired'), t('encounters.met'), t('encounters.completed')]}
        bars={days.map(({ day: when, paired, met, completed }) => ({
          label: day.format(new Date(when)),
          values: [paired, met, completed],
          shown: [number.format(paired), number.format(met), number.format(completed)],
        }))}
      />
      <div className={styles.columns}>
        <BarChart
          title={t('encounters.waits')}
          columns={[t('encounters.p95Wait'), t('encounters.medianWait')]}
          bars={days.map(({ day: when, medianWait, p95Wait }) => ({
            label: day.format(new Date(when)),
            values: [p95Wait ?? 0, medianWait ?? 0],
            shown: [lasts(p95Wait), lasts(medianWait)],
          }))}
        />
        <div className={styles.column}>
          <BarChart
            title={t('encounters.ends')}
            columns={[t('encounters.sides')]}
            bars={shares(
              (Object.keys(endings) as (keyof typeof endings)[]).map((name) => [
                t(`encounters.endings.${name}`),
                endings[name].reduce((all, reason) => all + ends[reason], 0),
              ]),
            )}
          />
          <BarChart
            title={t('encounters.paths')}
            columns={[t('encounters.pictures')]}
            bars={shares(connectionPaths.map((path) => [t(`encounters.ways.${path}`), paths[path]]))}
          />
        </div>
      </div>
    </>
  );
}
