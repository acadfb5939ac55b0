import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useHere } from '../platform/use-here.ts';
import { Notice } from '../ui/notice.tsx';

/** That the platform is about to be paused, or is, and whom to ask. */
export function PauseBanner() {
  const { t } = useTranslation('lobby');
  const { pause: here, supportEmail } = useConfiguration();
  // A page that was rendered beforehand knew nothing of it.
  const pause = useHere(() => here, 'off');
  if (pause === 'off') return null;
  return <Notice>{t(`pause.${pause}`, { support: supportEmail })}</Notice>;
}
