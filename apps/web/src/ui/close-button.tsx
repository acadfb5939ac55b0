import styles from './close-button.module.css';
import { Icon } from './icon.tsx';

interface CloseButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** Closes a dialog or a notice. */
export function CloseButton({ label, onClick }: CloseButtonProps) {
  return (
    <button type="button" className={styles.close} aria-label={label} onClick={onClick}>
      <Icon name="close" />
    </button>
  );
}
