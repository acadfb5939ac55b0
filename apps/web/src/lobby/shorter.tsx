import type { User } from '@unspoken/contract/accounts';
import { type LengthWish, shortLengths } from '@unspoken/contract/lengths';
import { durationsInRoom } from '@unspoken/contract/room-durations';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContext } from '../encounters/use-encounter.ts';
import { Checkbox } from '../ui/field.tsx';
import { lengthWishOf, setLengthWish } from './length-wish.ts';
import styles from './lobby.module.css';

interface ShorterProps {
  readonly actor: EncounterActor;
  readonly user: Pick<User, 'userId' | 'completedMinutes'>;
}

/** First meetings shorter than the minute: for people who have not completed one, and for those who agree to meet them. */
export function Shorter({ actor, user }: ShorterProps) {
  const { t } = useTranslation('looking');
  const durations = useContext(actor, (context) => context.durations);
  const [wish, setWish] = useState(() => lengthWishOf(user.userId));
  const change = (next: LengthWish) => {
    setLengthWish(user.userId, next);
    setWish(next);
  };
  const secondsOf = (length: LengthWish['length']) =>
    Math.round(durationsInRoom(durations, { length }).connectionDuration / 1_000);
  const [short, medium] = shortLengths.map(secondsOf);
  const title = useId();
  const isNew = user.completedMinutes === 0;
  return (
    <>
      {isNew && (
        <details className={styles.shorter}>
          <summary id={title}>
            {wish.length ? t('lengths.chosen', { count: secondsOf(wish.length) }) : t('lengths.title')}
          </summary>
          <fieldset className={styles.pools} aria-labelledby={title}>
            {[...shortLengths, undefined].map((length) => (
              <label key={length ?? 'minute'}>
                <input
                  type="radio"
                  name="length"
                  checked={wish.length === length}
                  onChange={() => change({ ...(length && { length }), ...(wish.orShorter && { orShorter: true }) })}
                />
                <span>{length ? t('lengths.atMost', { count: secondsOf(length) }) : t('lengths.minute')}</span>
              </label>
            ))}
          </fieldset>
          <p className={styles.small}>{t('lengths.text')}</p>
        </details>
      )}
      {!(isNew && wish.length) && (
        <Checkbox checked={wish.orShorter === true} onChange={({ target }) => change({ ...wish, orShorter: target.checked })}>
          {t('lengths.agree', { short, medium })}
        </Checkbox>
      )}
    </>
  );
}
