import { type ComponentPropsWithRef, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../platform/use-configuration.ts';
import { PasswordField } from '../ui/field.tsx';
import { isAmong, isOfTheProduct, loadCommonPasswords } from './common-passwords.ts';

interface NewPasswordProps extends ComponentPropsWithRef<'input'> {
  readonly label?: string;
  /** The password typed so far, for the warning about common ones. */
  readonly typed: string;
  readonly error?: string | undefined;
}

/** The most common passwords, once something was typed; none before they have been loaded, or if they cannot be. */
function useCommonPasswords(isNeeded: boolean): ReadonlySet<string> {
  const [common, setCommon] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    // Only a warning depends on it, so a failure is not reported.
    if (isNeeded) loadCommonPasswords().then(setCommon, () => {});
  }, [isNeeded]);
  return common;
}

/** The field for a new password. */
export function NewPassword({ label, typed, ...field }: NewPasswordProps) {
  const { t } = useTranslation('accounts');
  const { productName } = useConfiguration();
  const common = useCommonPasswords(typed !== '');
  const isWarnedOf = isAmong(common, typed) || isOfTheProduct(typed, productName);
  return (
    <PasswordField
      label={label ?? t('password')}
      autoComplete="new-password"
      showLabel={t('show')}
      hideLabel={t('hide')}
      hint={isWarnedOf ? t('commonPassword') : t('passwordHint')}
      {...field}
    />
  );
}
