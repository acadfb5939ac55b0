import { Button } from '../ui/button.tsx';
import styles from './form.module.css';

/** The end of a form: do it, or leave it. */
export function FormButtons(props: {
  readonly submit: string;
  readonly submitting: boolean;
  /** What cannot be undone looks like it. */
  readonly danger?: boolean;
  readonly cancel: string;
  readonly onCancel: () => void;
}) {
  return (
    <div className={styles.buttons}>
      <Button look={props.danger ? 'danger' : 'primary'} type="submit" disabled={props.submitting}>
        {props.submit}
      </Button>
      <Button look="quiet" onClick={props.onCancel}>
        {props.cancel}
      </Button>
    </div>
  );
}
