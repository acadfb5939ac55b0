import { useTranslation } from 'react-i18next';
import { missingFeatures, ownBrowser } from '../platform/browser.ts';
import { useHere } from '../platform/use-here.ts';
import { Notice } from '../ui/notice.tsx';

/** Whether this browser supports an encounter at all. */
export const isSupported = (): boolean => missingFeatures().length === 0;

/** The same as a hook: a prerendered page assumes that every browser does. */
const useSupported = (): boolean => useHere(isSupported, true);

/** For a browser without camera, microphone or peer connections: which browsers to use instead. */
export function UnsupportedNotice() {
  const { t } = useTranslation('lobby');
  if (useSupported()) return null;
  const insecure = !window.isSecureContext;
  return (
    <Notice kind="problem">
      {t(insecure ? 'unsupported.insecure' : ownBrowser() === 'inApp' ? 'unsupported.inApp' : 'unsupported.text')}
    </Notice>
  );
}
