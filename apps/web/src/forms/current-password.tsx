import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../ui/field.tsx';

interface CurrentPasswordProps extends ComponentPropsWithRef<'input'> {
  readonly label?: string;
  readonly error?: string | undefined;
}

/** The field for an existing password. */
export function CurrentPassword({ label, ...field }: CurrentPasswordProps) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordField
      label={label ?? t('password')}
      autoComplete="current-password"
      showLabel={t('show')}
      hideLabel={t('hide')}
      {...field}
    />
  );
}
