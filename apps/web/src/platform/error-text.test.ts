import { errorCatalogue } from '@unspoken/contract/errors';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import errors from '../../locales/en/errors.json' with { type: 'json' };
import { CallError } from './api.ts';
import { errorText, fieldText } from './error-text.ts';

const t = ((key: keyof typeof errors, { defaultValue = '' } = {}) =>
  errors[key] ?? defaultValue) as unknown as TFunction<'errors'>;

test('the text of an error is chosen by its code, whatever message came with it', () => {
  expect(errorText(t, new CallError('wrong_credentials', 'other words'))).toBe(errorCatalogue.wrong_credentials[1]);
});

test('a code of a newer server is shown as the message that came with it, and never as nothing', () => {
  const unknown = 'of_tomorrow' as 'internal';
  expect(errorText(t, new CallError(unknown, 'The moon is full.'))).toBe('The moon is full.');
  expect(errorText(t, new CallError(unknown, ''))).toBe(errors.internal);
});

test('a missing answer has a text of its own; the details of an internal fault are not shown', () => {
  expect(errorText(t, new CallError('unreachable', 'fetch failed'))).toBe(errors.unreachable);
  expect(errorText(t, new TypeError('x is not a function'))).toBe(errors.internal);
});

test('a field error has the same text from our own check and from the server; unknown messages are passed on', () => {
  expect(fieldText(t, 'email_blank')).toBe(errors.field_email_blank);
  expect(fieldText(t, "Email can't be blank")).toBe(errors.field_email_blank);
  expect(fieldText(t, 'Something new')).toBe('Something new');
});
