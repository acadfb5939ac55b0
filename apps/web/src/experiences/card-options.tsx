import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { switchOf } from '@unspoken/contract/notifications';
import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { avoidRepeat, setAvoidRepeat } from '../lobby/avoid-repeat.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import styles from './card.module.css';
import { useCardChoices } from './card-choices.ts';

/** Visitors, who see cards too, do without its code. */
const CallSwitch = lazy(() => import('../notifications/call-switch.tsx'));

/** With whom to connect, when to be called, and the personal invitation. */
export function CardOptions({ card }: { readonly card: ExperienceCard }) {
  const { t } = useTranslation('experiences');
  const { t: lobby } = useTranslation('lobby');
  const group = useId();
  const noRepeat = useObservable(avoidRepeat)[card.type] ?? false;
  const { t: call } = useTranslation('notifications');
  const { offer, pools, pool, choosePool, isMember, canConnect, invite } = useCardChoices(card);
  if (offer === 'account') return <p className={styles.note}>{t('card.visitorOptions')}</p>;
  if (offer === 'membership') return <p className={styles.note}>{t('card.memberWhy')}</p>;
  return (
    <div className={styles.options}>
      {offer === 'try' && <p className={styles.note}>{t('card.tryWith')}</p>}
      <fieldset className={styles.pools}>
        <legend className="visually-hidden">{lobby('connect.with')}</legend>
        {pools.map((each) => (
          <label key={each}>
            <input type="radio" name={group} checked={pool === each} onChange={() => choosePool(each)} />
            {lobby(`connect.pools.${each}`)}
          </label>
        ))}
      </fieldset>
      <Checkbox checked={noRepeat} onChange={({ target }) => setAvoidRepeat(card.type, target.checked)}>
        {lobby('connect.noRepeat')}
      </Checkbox>
      {isMember && (
        <Suspense>
          <CallSwitch key={pool} type={switchOf({ experienceType: card.type, poolType: pool })} label={call(`switch.${pool}`)} />
        </Suspense>
      )}
      <Button look="quiet" className={styles.invite} disabled={!canConnect} onClick={invite}>
        {t('card.invite')}
      </Button>
    </div>
  );
}
