import { changes, type Effect, publicEffect } from '@unspoken/contract/feelings';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import profile from '../profile/profile.module.css';
import styles from './effect-section.module.css';

/** Whether the minute helps, with its interval and how it is measured. Source: requirements/looking 7.2. */
export function EffectSection() {
  const { t } = useTranslation('dueprocess');
  const { answer, failure } = useLoaded(publicEffect);
  const title = useId();
  return (
    <section className={profile.card} aria-labelledby={title}>
      <h2 id={title}>{t('effect.title')}</h2>
      <FormAlert failure={failure} invalid={false} />
      {!answer && failure === undefined && <p role="status">{t('transparency.loading')}</p>}
      {answer && (answer.effect ? <Figures effect={answer.effect} /> : <p>{t('effect.few')}</p>)}
      <p>{t('effect.how')}</p>
      <p>{t('effect.caveat')}</p>
      <p>
        <a href={publicEffect.path}>{t('transparency.json')}</a>
      </p>
    </section>
  );
}

/** Estimates can lie outside of what is possible; only here are they cut off. */
const within = (least: number, value: number): number => Math.min(1, Math.max(least, value));

function Figures({ effect }: { readonly effect: Effect }) {
  const { t, i18n } = useTranslation('dueprocess');
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  const points = new Intl.NumberFormat(i18n.language, { signDisplay: 'exceptZero', maximumFractionDigits: 0 });
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' });
  const pointsOf = (value: number) => points.format(Math.round(100 * within(-1, value)));
  return (
    <>
      <p>{t('effect.answers', { count: effect.answers, date: date.format(new Date(`${effect.until}T00:00:00Z`)) })}</p>
      <ul className={styles.shares}>
        {changes.map((change) => (
          <li key={change}>
            {t(`effect.changes.${change}`)}: {share.format(within(0, effect[change]))}
          </li>
        ))}
      </ul>
      <p>{t('effect.net', { net: pointsOf(effect.net), low: pointsOf(effect.low), high: pointsOf(effect.high) })}</p>
    </>
  );
}
