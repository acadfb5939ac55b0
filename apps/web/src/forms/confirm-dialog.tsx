import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './form.module.css';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** The label of the close button. */
  readonly closeLabel: string;
  readonly look?: 'danger' | 'primary';
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks for confirmation before an action that cannot be undone in one step; the way back has the focus. */
export function ConfirmDialog({ title, text, yes, no, closeLabel, look = 'danger', onYes, onNo }: ConfirmDialogProps) {
  return (
    <Dialog title={title} closeLabel={closeLabel} onClose={onNo}>
      <p>{text}</p>
      <div className={styles.buttons}>
        <Button look={look} onClick={onYes}>
          {yes}
        </Button>
        <Button look="quiet" onClick={onNo} data-first>
          {no}
        </Button>
      </div>
    </Dialog>
  );
}
