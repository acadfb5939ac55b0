import type { Language } from '@unspoken/contract/languages';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { copyToSecond, type Item, removeItem, type Seat, switchMicrophone, writeItem } from './document.ts';
import { FindingText } from './finding-text.tsx';
import type { Finding } from './findings.ts';
import { wordOf } from './history.ts';
import styles from './items.module.css';
import shared from './studio.module.css';
import { TimeField } from './time-field.tsx';
import type { Apply } from './use-draft.ts';
import { writtenTime } from './written-time.ts';

interface ItemRowProps {
  readonly item: Item;
  /** In which language is written. */
  readonly language: Language;
  /** The language of the draft: what is to be translated. */
  readonly sourceLanguage: Language;
  readonly findings: readonly Finding[] | undefined;
  readonly apply: Apply;
  readonly onMove: (id: string, time: number) => void;
  readonly onRemove: (id: string) => void;
}

const seats = [0, 1] as const;

/** One line of the table: what happens at a time, for each of the two people. */
export const ItemRow = memo(function ItemRow({ item, findings, apply, onMove, onRemove, ...languages }: ItemRowProps) {
  const { t } = useTranslation('studio');
  const at = writtenTime(item.time);
  const notes = findings && findings.length > 0 ? `${item.id}-findings` : undefined;
  const isWrong = (seat: Seat) => item.kind === 'text' && findings?.some(({ seat: about }) => about === seat);
  return (
    <>
      <tr className={styles.row}>
        <td className={styles.time}>
          <TimeField
            id={`${item.id}-time`}
            label={t(item.kind === 'text' ? 'items.timeOfText' : 'items.timeOfMicrophones')}
            value={item.time}
            invalid={findings?.some(({ seat, language }) => seat === undefined && language === undefined) ?? false}
            describedBy={notes}
            onChange={(time) => onMove(item.id, time)}
          />
        </td>
        {seats.map((seat) => (
          <td key={seat}>
            {item.kind === 'microphone' && (
              <label className={styles.switch}>
                <input
                  type="checkbox"
                  checked={item.isOn[seat]}
                  onChange={({ target }) => apply((document) => switchMicrophone(document, item.id, seat, target.checked))}
                />
                {t('items.microphoneOf', { number: seat + 1 })}
              </label>
            )}
            <Words {...{ item, seat, at, notes, apply, ...languages }} invalid={isWrong(seat) ?? false} />
          </td>
        ))}
        <td className={styles.acts}>
          {item.kind === 'text' && item.words[0] !== null && item.words[1] === null && (
            <Button
              look="quiet"
              onClick={() => {
                apply((document) => copyToSecond(document, item.id));
                // The button is gone then.
                window.document.getElementById(`${item.id}-1`)?.focus();
              }}
            >
              {t('items.same')}
            </Button>
          )}
          <CloseButton
            label={t('items.remove', { time: at })}
            onClick={() => {
              onRemove(item.id);
              apply((document) => removeItem(document, item.id));
            }}
          />
        </td>
      </tr>
      {notes && (
        <tr>
          <td colSpan={4} id={notes} className={styles.findings}>
            {findings?.map((finding) => (
              <p key={`${finding.rule} ${finding.place} ${finding.language}`}>
                <FindingText finding={finding} />
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
});

interface WordsProps extends Pick<ItemRowProps, 'item' | 'language' | 'sourceLanguage' | 'apply'> {
  readonly seat: Seat;
  readonly at: string;
  readonly notes: string | undefined;
  readonly invalid: boolean;
}

function Words({ item, seat, at, notes, invalid, language, sourceLanguage, apply }: WordsProps) {
  const { t } = useTranslation('studio');
  const texts = item.kind === 'text' ? item.words[seat] : item.messages[seat];
  const id = `${item.id}-${seat}`;
  const source = language === sourceLanguage ? undefined : texts?.[sourceLanguage];
  return (
    <>
      {source !== undefined && (
        <p className={styles.source} lang={sourceLanguage}>
          {source}
        </p>
      )}
      <input
        id={id}
        className={shared.input}
        lang={language}
        aria-label={t(item.kind === 'text' ? 'items.textOf' : 'items.messageOf', { number: seat + 1, time: at })}
        placeholder={item.kind === 'text' ? t('items.nothing') : t('items.standard')}
        maxLength={item.kind === 'text' ? 200 : 80}
        aria-invalid={invalid}
        aria-describedby={invalid ? notes : undefined}
        value={texts?.[language] ?? ''}
        onChange={({ target }) =>
          apply((document) => writeItem(document, item.id, seat, language, target.value), wordOf(id + language, target.value))
        }
      />
    </>
  );
}
