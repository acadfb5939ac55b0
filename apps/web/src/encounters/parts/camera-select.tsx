import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/select.tsx';
import { cameras } from '../camera.ts';
import styles from '../screens/screens.module.css';

interface CameraSelectProps {
  readonly stream: MediaStream | undefined;
  readonly onChoose: (deviceId: string) => void;
}

/** Names the camera in use; where there are several, another can be selected, and the choice is remembered. */
export function CameraSelect({ stream, onChoose }: CameraSelectProps) {
  const { t } = useTranslation('encounters');
  const [known, setKnown] = useState<readonly { deviceId: string; label: string }[]>([]);
  useEffect(() => {
    const look = () => void cameras().then(setKnown, () => setKnown([]));
    look();
    navigator.mediaDevices.addEventListener('devicechange', look);
    return () => navigator.mediaDevices.removeEventListener('devicechange', look);
  }, []);
  const track = stream?.getVideoTracks()[0];
  if (known.length < 2)
    return track?.label ? <p className={styles.cameraName}>{t('camera.used', { name: track.label })}</p> : null;
  return (
    <Select
      label={t('camera.choose')}
      value={track?.getSettings().deviceId ?? ''}
      onChange={(event) => onChoose(event.target.value)}
    >
      {known.map(({ deviceId, label }) => (
        <option key={deviceId} value={deviceId}>
          {label}
        </option>
      ))}
    </Select>
  );
}
