import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PictureProblem, PictureQuality } from '../picture-quality.ts';
import styles from '../screens/screens.module.css';

const texts = {
  dark: 'preparing.picture.dark',
  near: 'preparing.picture.near',
  still: 'preparing.picture.still',
} as const satisfies Record<PictureProblem, string>;
const checkInterval = 500;
const width = 48;
const height = 36;

/** A hint about the user's own picture: light, distance, movement. Computed in this page; nothing of it leaves the device. */
export function PictureHint({ stream }: { readonly stream: MediaStream | undefined }) {
  const { t } = useTranslation('encounters');
  const [problem, setProblem] = useState<PictureProblem>();
  useEffect(() => {
    if (!stream) return undefined;
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = stream;
    void video.play().catch(() => {});
    const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
    const quality = new PictureQuality();
    const check = () => {
      if (!pen || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      pen.drawImage(video, 0, 0, width, height);
      setProblem(quality.problem(pen.getImageData(0, 0, width, height), performance.now()));
    };
    const timer = setInterval(check, checkInterval);
    return () => {
      clearInterval(timer);
      video.srcObject = null;
    };
  }, [stream]);
  return (
    <div role="status" className={styles.hints}>
      {problem && <p className={styles.hint}>{t(texts[problem])}</p>}
    </div>
  );
}
