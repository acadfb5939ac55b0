import { listExperiences } from '@unspoken/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { peopleCount } from '../encounters/current.ts';
import { useObservable } from '../platform/observable.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { CardRow } from './card-row.tsx';
import styles from './catalogue.module.css';
import { CatalogueSkeleton } from './catalogue-skeleton.tsx';
import { DetailsDialog } from './details-dialog.tsx';

interface CatalogueProps {
  readonly status?: 'production' | 'beta';
  /** The level of the headings of its rows. */
  readonly heading?: 'h2' | 'h3';
}

/** The rows of the catalogue, in the language of the interface. */
export default function Catalogue({ status = 'production', heading = 'h3' }: CatalogueProps) {
  const { t, i18n } = useTranslation('experiences');
  const { user } = useSession();
  const counts = useObservable(peopleCount);
  const { answer, failure, load } = useLoaded(listExperiences, { experienceStatus: status, language: i18n.language });
  if (!answer && failure !== undefined)
    return (
      <div className={styles.message} role="alert">
        <p>{t('catalogue.failed')}</p>
        <Button onClick={() => void load()}>{t('catalogue.tryAgain')}</Button>
      </div>
    );
  if (!answer)
    return (
      <>
        <p className="visually-hidden" role="status">
          {t('catalogue.loading')}
        </p>
        <CatalogueSkeleton />
      </>
    );
  const categories = answer.experiencesByCategory;
  if (categories.length === 0) return <p className={styles.message}>{t('catalogue.empty')}</p>;
  const cards = categories.flatMap(({ experiences }) => experiences);
  // Only a subscriber can join a stranger who waits.
  const awaited = user?.subscription.activeSubscription ? cards.filter(({ type }) => (counts?.[`${type}:anyone`] ?? 0) > 0) : [];
  return (
    <div className={styles.rows}>
      {categories.map(({ name, description, experiences }) => (
        <CardRow key={name} name={name} description={description} cards={experiences} heading={heading} />
      ))}
      {/* It comes and goes with the people: at the end it moves no card away from under a finger. */}
      {awaited.length > 0 && <CardRow name={t('catalogue.waiting')} cards={awaited} heading={heading} />}
      <DetailsDialog cards={cards} />
    </div>
  );
}
