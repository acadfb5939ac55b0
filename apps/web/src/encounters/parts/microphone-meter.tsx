import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FactIcon } from '../../ui/fact-icon.tsx';
import styles from '../screens/script.module.css';

/** The level, dB below full scale, at which the bar is empty. */
const floor = 60;
const updateInterval = 80;

/** How loud the user's own microphone is. Measured in this page; nobody hears it. */
export function MicrophoneMeter({ stream }: { readonly stream: MediaStream }) {
  const { t } = useTranslation('scripts');
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const context = new AudioContext();
    // Safari creates it suspended outside a press.
    void context.resume().catch(() => {});
    const analyser = context.createAnalyser();
    analyser.fftSize = 1_024;
    const source = context.createMediaStreamSource(stream);
    source.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    // The value is set without a render: it changes twelve times a second.
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const mean = samples.reduce((sum, each) => sum + each * each, 0) / samples.length;
      const level = 10 * Math.log10(Math.max(mean, 1e-10));
      const share = Math.min(1, Math.max(0, 1 + level / floor));
      bar.current?.style.setProperty('transform', `scaleX(${share})`);
      bar.current?.parentElement?.setAttribute('aria-valuenow', String(Math.round(share * 100)));
    }, updateInterval);
    return () => {
      clearInterval(timer);
      source.disconnect();
      void context.close().catch(() => {});
    };
  }, [stream]);
  return (
    <div className={styles.meter}>
      <span className={styles.level}>
        <FactIcon name="microphone" />
        {/* A `meter` element looks different in every browser, and cannot be styled in some. */}
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <span
          role="meter"
          aria-label={t('microphone.meter')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={0}
          className={styles.bar}
        >
          <span ref={bar} />
        </span>
      </span>
      <p>{t('microphone.speak')}</p>
    </div>
  );
}
