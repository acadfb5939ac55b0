import { isWished } from '@unspoken/encounter/statements';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Framing, FramingHelp as Help } from '../framing.ts';
import styles from '../screens/screens.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';
import { usePictureSamples } from '../use-picture-samples.ts';

/** Help with one's own picture for users who do not see it, read aloud by a screen reader; only for those who hear the minute. */
export function FramingHelp({ actor }: ScreenProps) {
  const { t } = useTranslation('looking');
  const isHelped = useContext(actor, (context) => isWished(context, 'hearsPresence'));
  const stream = useContext(actor, ({ camera }) => camera?.stream as MediaStream | undefined);
  const [framing, setFraming] = useState<Framing>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream starts over
  const help = useMemo(() => new Help(), [stream]);
  usePictureSamples(isHelped ? stream : undefined, (pixels, now) => setFraming((before) => help.next(pixels, now) ?? before));
  return (
    <div role="status" className={styles.hints}>
      {isHelped && framing && <p className={styles.hint}>{t(`framing.${framing}`)}</p>}
    </div>
  );
}
