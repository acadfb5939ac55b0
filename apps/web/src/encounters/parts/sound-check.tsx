import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from '../screens/script.module.css';
import { playTestSound } from '../signs/sound.ts';
import { type ScreenProps, useContext, useTag } from '../use-encounter.ts';
import { MicrophoneMeter } from './microphone-meter.tsx';

/** Before Start: whether the script's sound is there, whether it can be heard, and whether the microphone hears the user. */
export function SoundCheck({ actor }: ScreenProps) {
  const { t } = useTranslation('scripts');
  const isHeard = useContext(actor, ({ script }) => script !== undefined && Object.keys(script.plan.sounds).length > 0);
  const sounds = useContext(actor, (context) => context.sounds);
  const isLoading = useTag(actor, 'the sounds are loading');
  const microphone = useContext(actor, (context) => context.microphone?.stream as MediaStream | undefined);
  const [isPlayed, setPlayed] = useState(false);
  const play = () => {
    playTestSound();
    setPlayed(true);
  };
  return (
    <div className={styles.check}>
      {microphone && <MicrophoneMeter stream={microphone} />}
      <div role="status">
        {sounds === 'failed' && <p>{t('sound.failed')}</p>}
        {isLoading && <p>{t('sound.loading')}</p>}
        {isPlayed && sounds !== 'failed' && !isLoading && <p>{t('sound.checking')}</p>}
      </div>
      {isHeard && sounds !== 'failed' && (
        <Button look="onDark" onClick={play}>
          {t('sound.check')}
        </Button>
      )}
    </div>
  );
}
