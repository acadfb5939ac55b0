import { isSoft } from '@unspoken/encounter/statements';
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
      {areSoft && !hasAsked && (
        <Button look="onDark" onClick={() => actor.send({ type: 'see clearly pressed' })}>
          {t('soft.clear')}
        </Button>
      )}
    </div>
  );
}
