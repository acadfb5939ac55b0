import { useTranslation } from 'react-i18next';
import { CallError } from '../platform/api.ts';
import { errorText } from '../platform/error-text.ts';
import { Notice } from '../ui/notice.tsx';

/** Above a form: the server's words if there are any, otherwise that fields need correcting. */
export function FormAlert({ failure, invalid }: { readonly failure: unknown; readonly invalid: boolean }) {
  const { t } = useTranslation('errors');
  if (failure === undefined && !invalid) return null;
  const words = failure instanceof CallError ? errorText(t, failure) : t('validation_failed');
  return <Notice kind="problem">{words}</Notice>;
}
