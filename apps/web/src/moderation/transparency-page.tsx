import { type TransparencyMonth, transparency } from '@unspoken/contract/notices';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EffectSection } from '../feelings/effect-section.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import profile from '../profile/profile.module.css';
import styles from './moderation.module.css';

const figures = [
  'reports',
  'notices',
  'holds',
  'dismissed',
  'warned',
  'suspended',
  'banned',
  'appeals',
  'appealsReversed',
  'medianHours',
] as const satisfies readonly (keyof TransparencyMonth)[];

/** /transparency: the outcomes of reports, month by month, and whether the minute helps. */
export default function TransparencyPage() {
  const { t, i18n } = useTranslation('dueprocess');
  const { answer, failure } = useLoaded(transparency);
  const { additions } = useConfiguration();
  useTitle(t('transparency.title'));
  const monthIn = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shown = (figure: (typeof figures)[number], value: number | null) =>
    value ?? (figure === 'medianHours' ? '–' : t('transparency.few'));
  return (
    <main className={`${profile.profile} ${styles.wide}`}>
      <h1>{t('transparency.title')}</h1>
      <p>{t('transparency.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {!answer && failure === undefined && <p role="status">{t('transparency.loading')}</p>}
      {answer && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        <section className={`${profile.card} ${styles.table}`} tabIndex={0} aria-label={t('transparency.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('transparency.month')}</th>
                {figures.map((figure) => (
                  <th key={figure} scope="col">
                    {t(`transparency.figures.${figure}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.months.map((month) => (
                <tr key={month.month}>
                  <th scope="row">{monthIn.format(new Date(`${month.month}-01T00:00:00Z`))}</th>
                  {figures.map((figure) => (
                    <td key={figure}>{shown(figure, month[figure])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <p>
        <a href={transparency.path}>{t('transparency.json')}</a> · <Link to="/transparency/money">{t('transparency.money')}</Link>
      </p>
      {additions.includes('feelings') && <EffectSection />}
    </main>
  );
}
