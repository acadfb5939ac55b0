import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/select.tsx';
import { cameras } from '../camera.ts';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** Selects the camera where there are several; the choice is remembered. */
export function CameraSelect({ actor }: ScreenProps) {
  const { t } = useTranslation('encounters');
  const stream = useContext(actor, (context) => context.camera?.stream as MediaStream | undefined);
  const [known, setKnown] = useState<readonly { deviceId: string; label: string }[]>([]);
  useEffect(() => {
    const look = () => void cameras().then(setKnown, () => setKnown([]));
    look();
    navigator.mediaDevices.addEventListener('devicechange', look);
    return () => navigator.mediaDevices.removeEventListener('devicechange', look);
  }, []);
  if (known.length < 2) return null;
  const present = stream?.getVideoTracks()[0]?.getSettings().deviceId;
  return (
    <Select
      label={t('camera.choose')}
      value={present ?? ''}
      onChange={(event) => actor.send({ type: 'camera chosen', deviceId: event.target.value })}
    >
      {known.map(({ deviceId, label }) => (
        <option key={deviceId} value={deviceId}>
          {label}
        </option>
      ))}
    </Select>
  );
}
