import { useTranslation } from 'react-i18next';
import { needsHomeScreen } from '../install/home-screen.ts';
import { InstallSheet } from '../install/install-sheet.tsx';
import type { Refused } from './permission.ts';

interface RefusalProps {
  readonly refused: Refused | undefined;
  readonly onClose: () => void;
}

/** Why this browser shows no notifications; on an iPhone or iPad, how the product comes to the home screen, where it does. */
export function Refusal({ refused, onClose }: RefusalProps) {
  const { t } = useTranslation('notifications');
  if (refused === 'unsupported' && needsHomeScreen()) return <InstallSheet open onClose={onClose} />;
  return refused && <p role="alert">{t(`alert.${refused}`)}</p>;
}
