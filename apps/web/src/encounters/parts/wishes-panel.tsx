import { isScripted } from '@unspoken/encounter/model';
import type { Wishes } from '@unspoken/encounter/ports';
import { isOffered } from '@unspoken/encounter/statements';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeelings } from '../../feelings/use-feelings.ts';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import styles from './wishes-panel.module.css';

const order = [
  'isSoft',
  'hidesOwnPicture',
  'hearsPresence',
  'firstMinute',
  'cannotSee',
  'sharesChange',
] as const satisfies (keyof Wishes)[];

/** What can be chosen beside the specified minute, folded away until it is wanted. */
export function WishesPanel({ actor }: ScreenProps) {
  const { t } = useTranslation('looking');
  const ports = useContext(actor, (context) => context.ports);
  const isNew = useContext(actor, ({ person }) => person.isNew);
  const scripted = useContext(actor, isScripted);
  const feelings = useFeelings(actor);
  const wishes = order.filter((wish) => {
    if (!isOffered({ ports }, wish)) return false;
    // It is asked about the minute alone.
    if (wish === 'sharesChange') return !scripted;
    // Only people without a completed minute are new; and "I hear that you are there" has to be true.
    return wish === 'firstMinute' ? isNew : wish !== 'cannotSee' || isOffered({ ports }, 'hearsPresence');
  });
  const chosen = useContext(actor, (context) => wishes.filter((wish) => context.wishes[wish]).length);
  if (wishes.length === 0) return null;
  return (
    <>
      <details className={styles.panel}>
        <summary>
          {t('wishes.title')}
          {chosen > 0 && ` (${chosen})`}
        </summary>
        <div className={styles.wishes}>
          {wishes.map((wish) => (
            <WishSwitch key={wish} actor={actor} wish={wish} />
          ))}
        </div>
      </details>
      {feelings && <feelings.FeelingBefore actor={actor} />}
    </>
  );
}

function WishSwitch({ actor, wish }: ScreenProps & { readonly wish: keyof Wishes }) {
  const { t } = useTranslation('looking');
  const id = useId();
  const isOn = useContext(actor, ({ wishes }) => wishes[wish]);
  return (
    <div className={styles.wish}>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={id}
          onChange={({ target }) => actor.send({ type: 'wishes changed', wishes: { [wish]: target.checked } })}
        />
        {t(`wishes.${wish}.label`)}
      </label>
      <p id={id}>{t(`wishes.${wish}.text`)}</p>
    </div>
  );
}
