import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { CallError } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './group-space.module.css';

const states = { gathering_not_found: 'notFound', gathering_full: 'full', gathering_over: 'over' } as const;
type State = (typeof states)[keyof typeof states] | 'closed';

/** The user comes to a space that has closed. */
export const SpaceClosed = () => <NoSpace state="closed" />;

/** The user has left the gathering, or it was cancelled, while its space was open at this page or another one. */
export function SpaceLeft({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('groupspace');
  return (
    <main className={`${styles.space} ${styles.none}`}>
      <Mark size="medium" />
      <h1>{t('left.title')}</h1>
      <p className={styles.soft}>{t('left.text')}</p>
      <div className={styles.actions}>
        <LinkButton look="primary" to="/">
          {t('lobby')}
        </LinkButton>
        <Button onClick={onAgain}>{t('left.again')}</Button>
      </div>
    </main>
  );
}

/** The space cannot be entered: it does not exist, is full, is over; or the service could not say. */
export function SpaceFailed({ failure, onRetry }: { readonly failure: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation('groupspace');
  const code = failure instanceof CallError ? failure.code : undefined;
  const state = code !== undefined && Object.hasOwn(states, code) ? states[code as keyof typeof states] : undefined;
  if (state) return <NoSpace state={state} />;
  return (
    <main className={`${styles.space} ${styles.none}`}>
      <Mark size="medium" />
      <h1>{t('failed.title')}</h1>
      <FormAlert failure={failure} invalid={false} />
      <div className={styles.actions}>
        <Button look="primary" onClick={onRetry}>
          {t('failed.tryAgain')}
        </Button>
      </div>
      <Link to="/">{t('lobby')}</Link>
    </main>
  );
}

function NoSpace({ state }: { readonly state: State }) {
  const { t } = useTranslation('groupspace');
  return (
    <main className={`${styles.space} ${styles.none}`}>
      <Mark size="medium" />
      <h1>{t(`${state}.title`)}</h1>
      <p className={styles.soft}>{t(`${state}.text`)}</p>
      <div className={styles.actions}>
        <LinkButton look="primary" to="/gatherings">
          {t('all')}
        </LinkButton>
        <LinkButton to="/">{t('lobby')}</LinkButton>
      </div>
    </main>
  );
}
