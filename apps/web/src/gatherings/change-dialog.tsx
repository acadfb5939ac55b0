import type { Gathering } from '@unspoken/contract/gatherings';
import { useTranslation } from 'react-i18next';
import { errorText } from '../platform/error-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './gatherings.module.css';
import type { Acts } from './use-acts.ts';
import type { Words } from './use-words.ts';
import { choicesBeside } from './view.ts';

interface ChangeDialogProps {
  readonly gathering: Gathering;
  readonly all: readonly Gathering[];
  readonly now: number;
  readonly acts: Acts;
  readonly words: Words;
  readonly onClose: () => void;
}

/** How many others are offered. */
const most = 8;

/** Moves a registration to one of the next gatherings. It goes with the registration: a change closes it. */
export function ChangeDialog({ gathering, all, now, acts, words, onClose }: ChangeDialogProps) {
  const { t, nameOf, times } = words;
  const { t: problemText } = useTranslation('errors');
  const choices = choicesBeside(all, gathering, now).slice(0, most);
  return (
    <Dialog title={t('change.title')} closeLabel={t('change.close')} onClose={onClose}>
      {acts.failure !== undefined && <Notice kind="problem">{errorText(problemText, acts.failure)}</Notice>}
      <p>{choices.length === 0 ? t('change.none') : t('change.text', { name: nameOf(gathering) })}</p>
      <ul className={styles.choices}>
        {choices.map((each) => (
          <li key={each.gatheringID}>
            <Button busy={acts.isBusy} onClick={() => void acts.change(gathering.gatheringID, each.gatheringID)}>
              <strong>{nameOf(each)}</strong>
              <span>{times.when(each.startTimeMillSec, now)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
