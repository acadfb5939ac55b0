import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../ui/field.tsx';
import { isCommonPassword } from './common-passwords.ts';

interface NewPasswordProps extends ComponentPropsWithRef<'input'> {
  readonly label?: string;
  /** The password typed so far, for the warning about common passwords. */
  readonly typed: string;
  readonly error?: string | undefined;
}

/** The field for a new password. */
export function NewPassword({ label, typed, ...field }: NewPasswordProps) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordField
      label={label ?? t('password')}
      autoComplete="new-password"
      showLabel={t('show')}
      hideLabel={t('hide')}
      hint={isCommonPassword(typed) ? t('commonPassword') : t('passwordHint')}
      {...field}
    />
  );
}
