import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useHere } from '../platform/use-here.ts';
import { Notice } from '../ui/notice.tsx';

/** Announces that the platform is paused, or is about to be, and whom to contact. */
export function PauseBanner() {
  const { t } = useTranslation('lobby');
  const { pause: here, supportEmail } = useConfiguration();
  // A prerendered page could not know of a pause.
  const pause = useHere(() => here, 'off');
  if (pause === 'off') return null;
  return <Notice>{t(`pause.${pause}`, { support: supportEmail })}</Notice>;
}
