import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PictureProblem, PictureQuality } from '../picture-quality.ts';
import styles from '../screens/screens.module.css';
import { usePictureSamples } from '../use-picture-samples.ts';

const texts = {
  dark: 'preparing.picture.dark',
  near: 'preparing.picture.near',
  still: 'preparing.picture.still',
} as const satisfies Record<PictureProblem, string>;

/** A hint about the user's own picture: light, distance, movement. Computed in this page; nothing of it leaves the device. */
export function PictureHint({ stream }: { readonly stream: MediaStream | undefined }) {
  const { t } = useTranslation('encounters');
  const [problem, setProblem] = useState<PictureProblem>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream starts over
  const quality = useMemo(() => new PictureQuality(), [stream]);
  usePictureSamples(stream, (pixels, now) => setProblem(quality.problem(pixels, now)));
  return (
    <div role="status" className={styles.hints}>
      {problem && <p className={styles.hint}>{t(texts[problem])}</p>}
    </div>
  );
}
