import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../platform/api.ts';
import { errorText } from '../platform/error-text.ts';
import { Notice } from '../ui/notice.tsx';

interface FormAlertProps {
  readonly failure: unknown;
  readonly invalid: boolean;
  /** Replaces the general text for invalid fields. */
  readonly invalidText?: string | undefined;
  /** Replaces the general text when the service itself failed. */
  readonly serverError?: string;
  /** An action to resolve this failure. */
  readonly children?: React.ReactNode;
}

const ours = ['internal', 'unavailable', 'unreachable', 'bad_request'];

/** Above a form: the server's error if there is one, otherwise that fields need correcting. Takes the focus. */
export function FormAlert({ failure, invalid, invalidText, serverError, children }: FormAlertProps) {
  const { t } = useTranslation('errors');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // If a field is invalid, the focus stays on that field.
    if (failure !== undefined && !(failure instanceof CallError && Object.keys(failure.fields).length > 0)) box.current?.focus();
  }, [failure]);
  if (failure === undefined && !invalid) return null;
  const known = failure instanceof CallError;
  const message = known ? errorText(t, failure) : failure === undefined ? (invalidText ?? t('validation_failed')) : t('internal');
  const text = serverError !== undefined && known && ours.includes(failure.code) ? serverError : message;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind="problem">
        {text}
        {children}
      </Notice>
    </div>
  );
}
