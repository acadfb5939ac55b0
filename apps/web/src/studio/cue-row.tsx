import type { Language } from '@unspoken/contract/languages';
import type { Cue } from '@unspoken/contract/scripts';
import { memo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { FindingText } from './finding-text.tsx';
import type { Finding } from './findings.ts';
import { wordOf } from './history.ts';
import styles from './sounds.module.css';
import shared from './studio.module.css';
import { TimeField } from './time-field.tsx';
import { writtenTime } from './written-time.ts';

interface CueRowProps {
  readonly cue: Cue;
  readonly index: number;
  /** Of its words; those of its times begin with it. */
  readonly id: string;
  readonly language: Language;
  readonly findings: readonly Finding[];
  readonly player: RefObject<HTMLMediaElement | null>;
  readonly onChange: (index: number, change: Partial<Cue>, group: string) => void;
  readonly onRemove: (index: number) => void;
}

/** One subtitle: when it is shown, and what it says. */
export const CueRow = memo(function CueRow({ cue: { from, to, text }, index, id, ...props }: CueRowProps) {
  const { language, findings, player, onChange, onRemove } = props;
  const { t } = useTranslation('studio');
  const number = index + 1;
  const invalid = findings.length > 0;
  return (
    <li className={styles.cue}>
      <TimeField
        id={`${id}-from`}
        label={t('captions.from', { number })}
        value={from}
        invalid={invalid}
        onChange={(value) => onChange(index, { from: value }, `${id} from`)}
      />
      <TimeField
        id={`${id}-to`}
        label={t('captions.to', { number })}
        value={to}
        invalid={invalid}
        onChange={(value) => onChange(index, { to: value }, `${id} to`)}
      />
      <textarea
        id={id}
        className={shared.input}
        lang={language}
        rows={2}
        maxLength={200}
        aria-label={t('captions.words', { number })}
        aria-invalid={invalid}
        aria-describedby={invalid ? `${id}-notes` : undefined}
        value={text}
        onChange={({ target }) => onChange(index, { text: target.value }, wordOf(id, target.value))}
      />
      <span className={styles.cueActs}>
        <Button
          look="quiet"
          aria-label={t('captions.listenAt', { time: writtenTime(from) })}
          onClick={() => {
            if (!player.current) return;
            player.current.currentTime = from / 1_000;
            void player.current.play().catch(() => {});
          }}
        >
          {t('captions.listen')}
        </Button>
        <CloseButton label={t('captions.remove', { number })} onClick={() => onRemove(index)} />
      </span>
      {invalid && (
        <div id={`${id}-notes`} className={`${shared.finding} ${styles.notes}`}>
          {findings.map((finding) => (
            <FindingText key={finding.rule} finding={finding} />
          ))}
        </div>
      )}
    </li>
  );
});
