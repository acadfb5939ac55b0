import { longestMedia } from '@unspoken/contract/uploads';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { writtenTime } from '../written-time.ts';
import styles from './files.module.css';
import { InputLevel } from './input-level.tsx';

interface RecorderProps {
  readonly disabled: boolean;
  readonly onRecorded: (recording: Blob) => void;
  readonly onDiscarded: () => void;
}

interface Recording {
  readonly stream: MediaStream;
  readonly recorder: MediaRecorder;
}

/** The button that was pressed is gone. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** A voice close to the microphone; the service sets its loudness. */
const constraints = { audio: { echoCancellation: false, noiseSuppression: true, autoGainControl: false } } as const;

/** Records a sound with the microphone of this device. Nothing is sent before it is stopped. */
export function Recorder({ disabled, onRecorded, onDiscarded }: RecorderProps) {
  const { t } = useTranslation('studio');
  const [recording, setRecording] = useState<Recording>();
  const [isRefused, setRefused] = useState(false);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!recording) return;
    const began = performance.now();
    const timer = setInterval(() => {
      const passed = performance.now() - began;
      setSeconds(Math.floor(passed / 1_000));
      if (passed > longestMedia.sound - 1_000 && recording.recorder.state === 'recording') recording.recorder.stop();
    }, 250);
    return () => {
      clearInterval(timer);
      // Who leaves, or discards it, sends nothing.
      recording.recorder.onstop = null;
      for (const track of recording.stream.getTracks()) track.stop();
    };
  }, [recording]);
  const begin = async () => {
    setRefused(false);
    try {
      const stream = await navigator.mediaDevices.getUserMedia(constraints);
      const recorder = new MediaRecorder(stream);
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      recorder.onstop = () => {
        setRecording(undefined);
        onRecorded(new Blob(parts, { type: recorder.mimeType }));
      };
      recorder.start();
      setSeconds(0);
      setRecording({ stream, recorder });
    } catch {
      setRefused(true);
    }
  };
  if (!recording)
    return (
      <>
        <Button disabled={disabled} onClick={() => void begin()}>
          {t('files.record')}
        </Button>
        {isRefused && <p role="alert">{t('files.noMicrophone')}</p>}
      </>
    );
  return (
    <div className={styles.recorder}>
      <Button look="primary" ref={focus} onClick={() => recording.recorder.stop()}>
        {t('files.stop')}
      </Button>
      <Button
        onClick={() => {
          setRecording(undefined);
          onDiscarded();
        }}
      >
        {t('files.discard')}
      </Button>
      <span className={styles.live} role="timer">
        {t('files.recording', { time: writtenTime(seconds * 1_000) })}
      </span>
      <InputLevel stream={recording.stream} />
    </div>
  );
}
