import { askForPlace, type OwnSubscription } from '@unspoken/contract/membership';
import { FormAlert } from '../forms/form-alert.tsx';
import { Button } from '../ui/button.tsx';
import styles from './membership.module.css';
import { Outcome } from './outcome.tsx';
import { useMembership } from './use-membership.ts';
import { useMoney } from './use-money.ts';

/** For a member who cannot pay now, or wants to try it first. */
export function Place() {
  const { t } = useMoney();
  const { answer, failure, note, isBusy, change } = useMembership();
  if (!answer)
    return (
      <section className={styles.card}>
        <h2>{t('place.title')}</h2>
        <p>{t('place.text')}</p>
        <FormAlert failure={failure} invalid={false} />
      </section>
    );
  const { place } = answer;
  const ask = (kind: 'solidarity' | 'trial') => void change(askForPlace, { kind }, t(`place.done.${kind}`));
  return (
    <section className={styles.card}>
      {note && <Outcome>{note}</Outcome>}
      <FormAlert failure={failure} invalid={false} />
      {place.kind !== null && <PlaceState place={place} />}
      {place.kind === null && place.trialDays > 0 && (
        <>
          <h2>{t('place.trial', { count: place.trialDays })}</h2>
          <p>{t('place.trialText')}</p>
          <div>
            <Button busy={isBusy} onClick={() => ask('trial')}>
              {t('place.trialBegin')}
            </Button>
          </div>
        </>
      )}
      <h2>{t('place.title')}</h2>
      <p>{t('place.text')}</p>
      {place.isQueued && <p>{t('place.queued')}</p>}
      {!place.isQueued && place.refusal !== null && <p>{t(`place.refusal.${place.refusal}`)}</p>}
      {!place.isQueued && place.refusal === null && (
        <div>
          <Button busy={isBusy} onClick={() => ask('solidarity')}>
            {t(place.kind === null ? 'place.ask' : 'place.askAgain')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** For visitors: that there are places. */
export function PlacesExist() {
  const { t } = useMoney();
  return (
    <section>
      <h2>{t('place.title')}</h2>
      <p>{t('place.text')}</p>
    </section>
  );
}

/** The membership without a payment that a member has. */
export function PlaceState({ place: { kind, endsAt } }: Pick<OwnSubscription, 'place'>) {
  const { t, date } = useMoney();
  return kind === null ? null : <p className={styles.state}>{t(`place.kind.${kind}`, { date: date(endsAt ?? '') })}</p>;
}
