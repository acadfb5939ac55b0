import { useTranslation } from 'react-i18next';
import { FactIcon } from '../../ui/fact-icon.tsx';
import styles from '../screens/script.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** How the microphones stand, always in view: whether the user is heard must never be a guess. */
export function MicrophoneBadge({ actor }: ScreenProps) {
  const { t } = useTranslation('scripts');
  const isSpoken = useContext(
    actor,
    ({ script }) => script?.plan.audioFromStart === true || script?.plan.microphones.length !== 0,
  );
  const isWindow = useContext(actor, ({ moment }) => moment?.microphone === true);
  const isPartnerOn = useContext(actor, ({ moment }) => moment?.partnerMicrophone === true);
  const isKeptOff = useContext(actor, (context) => context.microphoneOff);
  const isOpen = useContext(actor, (context) => context.microphone !== undefined);
  if (!isSpoken) return null;
  const isOn = isWindow && !isKeptOff && isOpen;
  const words = isOn ? 'on' : isWindow && isKeptOff ? 'kept' : isPartnerOn ? 'partner' : 'off';
  return (
    <p className={`${styles.badge} ${isOn ? styles.live : ''}`} data-testid="microphone" data-on={isOn}>
      <FactIcon name={isOn ? 'microphone' : isPartnerOn ? 'speaker' : 'noMicrophone'} />
      {t(`microphone.${words}`)}
    </p>
  );
}
