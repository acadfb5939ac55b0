import { useTranslation } from 'react-i18next';
import { lacks, ownBrowser } from '../platform/browser.ts';
import { useHere } from '../platform/use-here.ts';
import { Notice } from '../ui/notice.tsx';

/** Whether this browser can live through an encounter at all. */
export const isSupported = (): boolean => lacks().length === 0;

/** The same, in a page: one that is rendered beforehand takes every browser for one that can. */
const useSupported = (): boolean => useHere(isSupported, true);

/** For a browser without camera, microphone or peer connections: what else to use. */
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
