import { Button } from '../ui/button.tsx';
import styles from './form.module.css';

/** The buttons at the end of a form: submit and cancel. */
export function FormButtons(props: {
  readonly submit: string;
  readonly submitting: boolean;
  /** Marks an action that cannot be undone. */
  readonly danger?: boolean;
  readonly cancel: string;
  readonly onCancel: () => void;
}) {
  return (
    <div className={styles.buttons}>
      <Button look={props.danger ? 'danger' : 'primary'} type="submit" busy={props.submitting}>
        {props.submit}
      </Button>
      <Button look="quiet" onClick={props.onCancel}>
        {props.cancel}
      </Button>
    </div>
  );
}
