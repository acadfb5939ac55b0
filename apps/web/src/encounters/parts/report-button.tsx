import { rehearsalRoom } from '@unspoken/encounter/rules';
import { useTranslation } from 'react-i18next';
import { reporting } from '../../moderation/reporting.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** Opens the report of the present encounter. */
export function ReportButton({ actor, look = 'quiet' }: ScreenProps & Pick<ButtonProps, 'look'>) {
  const { t } = useTranslation('moderation');
  const room = useContext(actor, (context) => context.room);
  // In a rehearsal there is nobody.
  if (!room || room.roomID === rehearsalRoom) return null;
  return (
    <Button look={look} onClick={() => reporting.set({ roomID: room.roomID, position: room.position })}>
      {t('report.open')}
    </Button>
  );
}
