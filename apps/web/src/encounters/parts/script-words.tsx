import { useTranslation } from 'react-i18next';
import styles from '../screens/script.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';

const messages = { on: 'microphone.on', off: 'microphone.off', partner: 'microphone.partner' } as const;

/** What a script says at this moment: its instruction to this side, how the microphones stand, and the words that are heard. */
export function ScriptWords({ actor }: ScreenProps) {
  const { t } = useTranslation('scripts');
  const text = useContext(actor, ({ moment }) => moment?.text);
  const message = useContext(actor, ({ moment }) => moment?.message);
  return (
    <>
      {/* Two regions, so that neither is read again with the other. */}
      <div role="status">
        {message && <p className={styles.message}>{'words' in message ? message.words : t(messages[message.standard])}</p>}
      </div>
      <div role="status">
        {text !== undefined && (
          <p key={text} className={styles.instruction} data-testid="instruction">
            {text}
          </p>
        )}
      </div>
      <Caption actor={actor} />
    </>
  );
}

/** The words that are heard. A screen reader does not repeat them: they are spoken already. */
export function Caption({ actor }: ScreenProps) {
  const caption = useContext(actor, ({ moment, captionsOn, sounds }) =>
    captionsOn || sounds === 'failed' ? moment?.caption : undefined,
  );
  if (caption === undefined) return null;
  return (
    <p className={styles.caption} data-testid="caption" aria-live="off">
      {caption}
    </p>
  );
}
