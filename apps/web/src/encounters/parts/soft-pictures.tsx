import { isSoft } from '@unspoken/encounter/statements';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import styles from './soft-pictures.module.css';

/** While both pictures are soft: who has asked to see clearly, and the way to ask. */
export function SoftPictures({ actor }: ScreenProps) {
  const { t } = useTranslation('looking');
  const areSoft = useContext(actor, isSoft);
  const hasAsked = useContext(actor, ({ isClear }) => isClear);
  const hasPartnerAsked = useContext(actor, ({ heard }) => heard.soft?.isClear === true);
  return (
    <div className={styles.soft}>
      <p role="status">{areSoft && t(hasAsked ? 'soft.asked' : hasPartnerAsked ? 'soft.partnerAsked' : 'soft.both')}</p>
      {areSoft && <SeeClearly hasAsked={hasAsked} onPress={() => actor.send({ type: 'see clearly pressed' })} />}
    </div>
  );
}

/** It stays after it was pressed: the focus must not fall to where the next space bar drops the veil. */
function SeeClearly({ hasAsked, onPress }: { readonly hasAsked: boolean; readonly onPress: () => void }) {
  const { t } = useTranslation('looking');
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    // If the veil falls, this heading goes, too, and that of the veil takes the focus by itself.
    const heading = document.querySelector<HTMLElement>('main h1');
    return () => {
      if (document.activeElement === own) heading?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Button ref={button} look="onDark" busy={hasAsked} onClick={onPress}>
      {t('soft.clear')}
    </Button>
  );
}
