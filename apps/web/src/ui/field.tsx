import { type ComponentPropsWithRef, type ReactNode, useId, useState } from 'react';
import styles from './field.module.css';

interface FieldProps extends ComponentPropsWithRef<'input'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

export function Field({ id: given, label, error, hint, ...input }: FieldProps) {
  const own = useId();
  const id = given ?? own;
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-invalid={error !== undefined} aria-describedby={note ? `${id}-note` : undefined} {...input} />
      {note && (
        <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      )}
    </div>
  );
}

interface TextAreaProps extends ComponentPropsWithRef<'textarea'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

export function TextArea({ id: given, label, error, hint, ...textarea }: TextAreaProps) {
  const own = useId();
  const id = given ?? own;
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} aria-invalid={error !== undefined} aria-describedby={note ? `${id}-note` : undefined} {...textarea} />
      {note && (
        <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      )}
    </div>
  );
}

interface SelectProps extends ComponentPropsWithRef<'select'> {
  readonly label: string;
  readonly error?: string | undefined;
}

export function Select({ id: given, label, error, ...select }: SelectProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select id={id} aria-invalid={error !== undefined} aria-describedby={error ? `${id}-note` : undefined} {...select} />
      {error && (
        <p id={`${id}-note`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface PasswordFieldProps extends FieldProps {
  readonly showLabel: string;
  readonly hideLabel: string;
}

export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.password}>
      <Field {...field} type={shown ? 'text' : 'password'} />
      <button type="button" className={styles.toggle} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? hideLabel : showLabel}
      </button>
    </div>
  );
}

interface CheckboxProps extends ComponentPropsWithRef<'input'> {
  readonly children: ReactNode;
  readonly error?: string | undefined;
}

export function Checkbox({ children, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.checkbox}>
        <input
          type="checkbox"
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          {...input}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={`${id}-note`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
