import type { Camera } from '@unspoken/encounter/ports';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/select.tsx';
import { cameras } from '../camera.ts';
import styles from '../screens/screens.module.css';

interface CameraSelectProps {
  readonly device: Camera['device'];
  readonly onChoose: (deviceId: string) => void;
}

/** Names the camera in use; where there are several, another can be selected, and the choice is remembered. */
export function CameraSelect({ device, onChoose }: CameraSelectProps) {
  const { t } = useTranslation('encounters');
  const [known, setKnown] = useState<readonly { deviceId: string; label: string }[]>([]);
  useEffect(() => {
    const look = () => void cameras().then(setKnown, () => setKnown([]));
    look();
    navigator.mediaDevices.addEventListener('devicechange', look);
    return () => navigator.mediaDevices.removeEventListener('devicechange', look);
  }, []);
  if (known.length < 2)
    return device?.label ? <p className={styles.cameraName}>{t('camera.used', { name: device.label })}</p> : null;
  return (
    <Select label={t('camera.choose')} value={device?.id ?? ''} onChange={(event) => onChoose(event.target.value)}>
      {known.map(({ deviceId, label }) => (
        <option key={deviceId} value={deviceId}>
          {label}
        </option>
      ))}
    </Select>
  );
}
