import { getFacilitator } from '@unspoken/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { OutsideLink } from '../pages/outside-link.tsx';
import { CallError } from '../platform/api.ts';
import { errorText } from '../platform/error-text.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { BackBar } from './back-bar.tsx';
import { CardRow } from './card-row.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { FacilitatorImage } from './facilitator-image.tsx';
import styles from './pages.module.css';

const isUnknown = (failure: unknown): boolean => failure instanceof CallError && failure.code === 'facilitator_unknown';

/** /facilitator/{name}: who they are, and their experiences. */
export default function FacilitatorPage() {
  return (
    <>
      <BackBar />
      <Facilitator />
    </>
  );
}

function Facilitator() {
  const { t, i18n } = useTranslation('experiences');
  const { name = '' } = useParams();
  const { answer, failure, load } = useLoaded(getFacilitator, { name, language: i18n.language });
  useTitle(answer?.name ?? t('details.facilitator'));
  if (!answer) return <NoFacilitator failure={failure} load={() => void load()} />;
  return (
    <main className={styles.page}>
      <header className={styles.person}>
        <FacilitatorImage src={answer.imageUrl} name={answer.name} />
        <div>
          <h1>
            {answer.name}
            {answer.pronouns && <small> ({answer.pronouns})</small>}
          </h1>
          <p className={styles.title}>{answer.title}</p>
          <p className={styles.bio}>{answer.bio}</p>
          {answer.outboundLink && (
            <p>
              <OutsideLink href={answer.outboundLink}>{t('facilitatorPage.website')}</OutsideLink>
            </p>
          )}
        </div>
      </header>
      {answer.experiences.length > 0 && (
        <CardRow name={t('facilitatorPage.experiences', { name: answer.name })} cards={answer.experiences} heading="h2" />
      )}
      <DetailsDialog cards={answer.experiences} />
    </main>
  );
}

function NoFacilitator({ failure, load }: { readonly failure: unknown; readonly load: () => void }) {
  const { t } = useTranslation('experiences');
  const { t: problemText } = useTranslation('errors');
  if (failure === undefined)
    return (
      <main className={styles.alone}>
        <Mark size="large" breathing />
        <p role="status">{t('facilitatorPage.loading')}</p>
      </main>
    );
  return (
    <main className={styles.alone}>
      <Mark size="medium" />
      <h1>{isUnknown(failure) ? problemText('facilitator_unknown') : errorText(problemText, failure)}</h1>
      {!isUnknown(failure) && <Button onClick={load}>{t('catalogue.tryAgain')}</Button>}
      <LinkButton look="primary" to="/">
        {t('facilitatorPage.back')}
      </LinkButton>
    </main>
  );
}
