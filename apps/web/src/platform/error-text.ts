import { type FieldCode, fieldTexts, isFieldCode } from '@unspoken/contract/fields';
import type { TFunction } from 'i18next';
import { CallError } from './api.ts';

/** The text of an error in the user's language; the server's own message where the code is unknown here. */
export function errorText(t: TFunction<'errors'>, error: unknown): string {
  if (!(error instanceof CallError)) return t('internal');
  if (error.code === 'unreachable') return t('unreachable');
  return t(error.code, { defaultValue: error.message || t('internal') });
}

/** A field error is a code when it comes from our own check, and its English text when it comes from the server. */
export function fieldText(t: TFunction<'errors'>, message: string): string {
  const code = isFieldCode(message)
    ? message
    : (Object.keys(fieldTexts) as FieldCode[]).find((each) => fieldTexts[each] === message);
  return code ? t(`field_${code}`) : message;
}
