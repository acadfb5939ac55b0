import { plannedWindows } from '@unspoken/contract/script-time';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FactIcon } from '../../ui/fact-icon.tsx';
import styles from '../screens/script.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';

type IconName = Parameters<typeof FactIcon>[0]['name'];

interface SwitchProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
  /** Outside a window there is nothing to switch; the button stays, so that the focus does. */
  readonly isDisabled?: boolean;
}

function Switch({ icon, label, onPress, isDisabled = false }: SwitchProps) {
  return (
    <Button look="onDark" className={styles.switch} aria-label={label} title={label} disabled={isDisabled} onClick={onPress}>
      <FactIcon name={icon} />
    </Button>
  );
}

/** The switches of an experience: sound, captions, and within its windows one's own microphone. They dim, but never disappear. */
export function ScriptControls({ actor, isDimmed = false }: ScreenProps & { readonly isDimmed?: boolean }) {
  const { t } = useTranslation('scripts');
  const soundOff = useContext(actor, (context) => context.soundOff);
  const hasSound = useContext(actor, ({ script }) => script !== undefined && Object.keys(script.plan.sounds).length > 0);
  const hasVoice = useContext(actor, ({ script }) => script !== undefined && plannedWindows(script.plan, 'partner').length > 0);
  const speaks = useContext(actor, ({ script }) => script !== undefined && plannedWindows(script.plan, 'own').length > 0);
  const captionsOn = useContext(actor, (context) => context.captionsOn);
  const isForced = useContext(actor, (context) => context.sounds === 'failed');
  const isWindow = useContext(actor, ({ moment }) => moment?.microphone === true);
  const microphoneOff = useContext(actor, (context) => context.microphoneOff);
  return (
    <div className={`${styles.controls} ${isDimmed ? styles.dimmed : ''}`}>
      {speaks && (
        <Switch
          isDisabled={!isWindow}
          icon={microphoneOff ? 'noMicrophone' : 'microphone'}
          label={t(microphoneOff ? 'microphone.turnOn' : 'microphone.keepOff')}
          onPress={() => actor.send({ type: 'microphone pressed' })}
        />
      )}
      {hasSound && !isForced && (
        <Switch
          icon={captionsOn ? 'captions' : 'noCaptions'}
          label={t(captionsOn ? 'captions.hide' : 'captions.show')}
          onPress={() => actor.send({ type: 'captions pressed' })}
        />
      )}
      {(hasSound || hasVoice) && (
        <Switch
          icon={soundOff ? 'noSpeaker' : 'speaker'}
          label={t(soundOff ? 'sound.unmute' : 'sound.mute')}
          onPress={() => actor.send({ type: 'sound pressed' })}
        />
      )}
    </div>
  );
}
