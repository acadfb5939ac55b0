import { feedbackInbox } from '@unspoken/contract/administration';
import { feedbackFields } from '@unspoken/contract/feedback';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { instantIn } from '../moderation/format.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import styles from './console.module.css';

/** The feedback that people have sent. */
export function FeedbackInbox() {
  const { t, i18n } = useTranslation('console');
  const { t: words } = useTranslation('feedback');
  const { answer, failure } = useLoaded(feedbackInbox);
  useTitle(t('parts.feedback'));
  return (
    <>
      <h1>{t('parts.feedback')}</h1>
      <p>{t('feedback.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {answer?.feedback.length === 0 && <p className={styles.card}>{t('feedback.none')}</p>}
      {answer?.feedback.map(({ at, by, answers }) => (
        <article key={`${at} ${by}`} className={styles.card}>
          <h2>{by ?? t('feedback.anonymous')}</h2>
          <p className={styles.note}>{instantIn(i18n.language, at)}</p>
          {feedbackFields
            .filter((field) => answers[field])
            .map((field) => (
              <div key={field}>
                <h3>{words(field)}</h3>
                <p className={styles.words}>{answers[field]}</p>
              </div>
            ))}
        </article>
      ))}
    </>
  );
}
