import { roomDurations } from '@unspoken/encounter/model';
import { useTranslation } from 'react-i18next';
import screens from '../screens/screens.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** How long the two look at each other, where they have agreed to less than the minute. */
export function MeetingLength({ actor }: ScreenProps) {
  const { t } = useTranslation('looking');
  const isShort = useContext(actor, ({ room }) => room?.length !== undefined);
  const seconds = useContext(actor, (context) => Math.round(roomDurations(context).connectionDuration / 1_000));
  return (
    <div role="status" className={screens.hints}>
      {isShort && <p className={screens.hint}>{t('length', { count: seconds })}</p>}
    </div>
  );
}
