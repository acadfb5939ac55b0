import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './form.module.css';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** What the cross at the top is called. */
  readonly closeLabel: string;
  readonly look?: 'danger' | 'primary';
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks once more before something that cannot be taken back with one press. */
export function ConfirmDialog({ title, text, yes, no, closeLabel, look = 'danger', onYes, onNo }: ConfirmDialogProps) {
  return (
    <Dialog title={title} closeLabel={closeLabel} onClose={onNo}>
      <p>{text}</p>
      <div className={styles.buttons}>
        <Button look={look} onClick={onYes}>
          {yes}
        </Button>
        <Button look="quiet" onClick={onNo}>
          {no}
        </Button>
      </div>
    </Dialog>
  );
}
