import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { ScreenProps } from '../use-encounter.ts';

/** Ends the minute. */
export function EndButton({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  return (
    <Button look="onDark" aria-keyshortcuts="Escape" title={t('escape')} onClick={() => actor.send({ type: 'end pressed' })}>
      {t('minute.end')}
    </Button>
  );
}
