import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';

const subscribe = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

/** Enters or leaves full screen; for an admin who demonstrates the product. */
export function FullScreenButton() {
  const { t } = useTranslation('encounters');
  const { user } = useSession();
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  if (user?.role !== 'admin' || !document.fullscreenEnabled) return null;
  const toggle = () => (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <Button look="onDark" aria-pressed={full} onClick={() => void toggle().catch(() => {})}>
      {t('fullScreen')}
    </Button>
  );
}
