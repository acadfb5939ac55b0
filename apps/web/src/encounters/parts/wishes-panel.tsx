import type { Wishes } from '@unspoken/encounter/ports';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import styles from './wishes-panel.module.css';

/** What can be chosen beside the specified minute, folded away until it is wanted. */
export function WishesPanel({ actor }: ScreenProps) {
  const { t } = useTranslation('looking');
  const offered = useContext(actor, ({ ports }) => ports.wishes.offered);
  const isNew = useContext(actor, ({ person }) => person.isNew);
  const wishes: (keyof Wishes)[] = [
    ...(offered.includes('soft') ? (['isSoft'] as const) : []),
    ...(offered.includes('ownPicture') ? (['hidesOwnPicture'] as const) : []),
    ...(offered.includes('sounds') ? (['hearsPresence'] as const) : []),
    ...(offered.includes('signs') && isNew ? (['firstMinute'] as const) : []),
    ...(offered.includes('signs') && offered.includes('sounds') ? (['cannotSee'] as const) : []),
  ];
  const chosen = useContext(actor, (context) => wishes.filter((wish) => context.wishes[wish]).length);
  if (wishes.length === 0) return null;
  return (
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
