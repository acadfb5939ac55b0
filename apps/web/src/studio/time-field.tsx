import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './studio.module.css';
import { readTime, writtenTime } from './written-time.ts';

interface TimeFieldProps {
  readonly id: string;
  readonly label: string;
  /** ms */
  readonly value: number;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (value: number) => void;
}

/** How far the arrow keys move a time, ms; with Shift further. */
const [step, stride] = [500, 5_000];

/** A time that is typed, or moved by the arrow keys. It changes when the field is left, or with Enter: not while it is half written. */
export function TimeField({ id, label, value, invalid = false, describedBy, onChange }: TimeFieldProps) {
  const { t } = useTranslation('studio');
  // What is typed and not committed yet; otherwise the field shows the value, without a rendering of its own.
  const [typed, setTyped] = useState<string>();
  const read = typed === undefined ? value : readTime(typed);
  const commit = () => {
    // What is no time stays as it is written, in red.
    if (read === undefined) return;
    setTyped(undefined);
    if (read !== value) onChange(read);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      commit();
    }
    if (event.key === 'Escape') setTyped(undefined);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const by = (event.shiftKey ? stride : step) * (event.key === 'ArrowUp' ? 1 : -1);
    setTyped(undefined);
    onChange(Math.max(0, (read ?? value) + by));
  };
  return (
    <input
      id={id}
      className={styles.input}
      aria-label={label}
      inputMode="text"
      autoComplete="off"
      aria-invalid={invalid || read === undefined}
      aria-describedby={describedBy}
      title={read === undefined ? t('items.timeHint') : undefined}
      value={typed ?? writtenTime(value)}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
