import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './files.module.css';

/** The highest point of the last moment, 0 to 1, by the root: quiet speech is seen as well. */
const levelOf = (samples: Float32Array): number => Math.sqrt(samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0));

/** Shows that the microphone hears something. */
export function InputLevel({ stream }: { readonly stream: MediaStream }) {
  const { t } = useTranslation('scripts');
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 2_048 });
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let frame = requestAnimationFrame(function draw() {
      analyser.getFloatTimeDomainData(samples);
      // Without a rendering for each picture.
      if (meter.current) meter.current.value = levelOf(samples);
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
  return <meter ref={meter} className={styles.level} aria-label={t('microphone.meter')} />;
}
