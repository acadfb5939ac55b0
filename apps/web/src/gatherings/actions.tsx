import type { Gathering } from '@unspoken/contract/gatherings';
import { useState } from 'react';
import { Button, type ButtonProps, pressOnce } from '../ui/button.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import styles from './gatherings.module.css';
import type { Acts } from './use-acts.ts';
import type { Words } from './use-words.ts';

interface AboutOne {
  readonly gathering: Gathering;
  readonly words: Words;
}

interface ActionProps extends AboutOne {
  readonly acts: Acts;
}

/** What a member reads of their registration, or the way to it. */
export function Registering({ gathering, acts, words, look = 'primary' }: ActionProps & Pick<ButtonProps, 'look'>) {
  const { t, nameOf } = words;
  if (gathering.registered)
    return (
      <span className={styles.registered}>
        <span>{t('registered')}</span>
      </span>
    );
  if (gathering.isFull) return <span className={styles.full}>{t('full')}</span>;
  return (
    <Button
      look={look}
      busy={acts.isBusy}
      aria-label={t('act.named', { action: t('act.register'), name: nameOf(gathering) })}
      onClick={() => void acts.register(gathering.gatheringID)}
    >
      {t('act.register')}
    </Button>
  );
}

interface ChangingProps extends ActionProps {
  readonly all: readonly Gathering[];
  readonly now: number;
}

/** What can be done about a registration: move it to another gathering, or end it. */
export function Changing({ gathering, all, now, acts, words }: ChangingProps) {
  const { t, nameOf } = words;
  const [isOpen, setOpen] = useState(false);
  const toggle = (open: boolean) => {
    acts.forget();
    setOpen(open);
  };
  if (!gathering.registered) return null;
  const named = (action: string) => t('act.named', { action, name: nameOf(gathering) });
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-disabled={acts.isBusy || undefined}
        onKeyDown={pressOnce}
        aria-label={named(t('act.change'))}
        onClick={() => !acts.isBusy && toggle(true)}
      >
        {t('act.change')}
      </button>
      <button
        type="button"
        className={styles.link}
        aria-disabled={acts.isBusy || undefined}
        onKeyDown={pressOnce}
        aria-label={named(t('act.unregister'))}
        onClick={() => void (acts.isBusy || acts.unregister(gathering.gatheringID))}
      >
        {t('act.unregister')}
      </button>
      {isOpen && <ChangeDialog {...{ gathering, all, now, acts, words }} onClose={() => toggle(false)} />}
    </>
  );
}

/** Downloads the calendar file of a gathering. */
export function CalendarLink({ gathering, words: { t, nameOf } }: AboutOne) {
  return (
    <a
      className={styles.link}
      href={`/api/v1/gatherings/${encodeURIComponent(gathering.gatheringID)}.ics`}
      download
      aria-label={t('act.named', { action: t('act.calendar'), name: nameOf(gathering) })}
    >
      {t('act.calendar')}
    </a>
  );
}
