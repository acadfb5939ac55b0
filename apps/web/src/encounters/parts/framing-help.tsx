import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Framing, FramingHelp as Help } from '../framing.ts';
import styles from '../screens/screens.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import { usePictureSamples } from '../use-picture-samples.ts';

/** Help with one's own picture for who does not see it, read aloud by a screen reader: only for who has said so. */
export function FramingHelp({ actor }: ScreenProps) {
  const { t } = useTranslation('looking');
  const isWished = useContext(actor, ({ wishes }) => wishes.hearsPresence);
  const stream = useContext(actor, ({ camera }) => camera?.stream as MediaStream | undefined);
  const [framing, setFraming] = useState<Framing>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream is watched anew
  const help = useMemo(() => new Help(), [stream]);
  usePictureSamples(isWished ? stream : undefined, (pixels, now) => setFraming((before) => help.next(pixels, now) ?? before));
  return (
    <div role="status" className={styles.hints}>
      {isWished && framing && <p className={styles.hint}>{t(`framing.${framing}`)}</p>}
    </div>
  );
}
