import { useEffect, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { CallError } from '../platform/api.ts';
import { fieldText } from '../platform/error-text.ts';
import { contractResolver } from './resolver.ts';

/** A form of the contract: checked here as the server will check it, its errors in their places, nothing typed lost. */
export function useAccountForm<Values extends FieldValues>(
  schema: z.ZodMiniType,
  defaultValues: DefaultValues<Values>,
  send: (values: Values) => Promise<void>,
) {
  const { t } = useTranslation('errors');
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<Values>({ resolver: contractResolver<Values>(schema), defaultValues, shouldFocusError: true });
  // A form that has just been opened begins at its first field.
  const { setFocus } = form;
  const [first] = Object.keys(defaultValues) as FieldPath<Values>[];
  useEffect(() => {
    if (first) setFocus(first);
  }, [first, setFocus]);
  const submit = form.handleSubmit(
    async (values) => {
      setFailure(undefined);
      try {
        await send(values);
      } catch (error) {
        setFailure(error);
        if (!(error instanceof CallError)) return;
        for (const [name, message] of Object.entries(error.fields))
          form.setError(name as FieldPath<Values>, { message }, { shouldFocus: true });
      }
    },
    () => setFailure(undefined),
  );
  const { errors, isSubmitting } = form.formState;
  return {
    register: form.register,
    watch: form.watch,
    submit,
    submitting: isSubmitting,
    failure,
    invalid: Object.keys(errors).length > 0,
    /** The words under a field, in the person's language. */
    error(name: FieldPath<Values>): string | undefined {
      const message = errors[name]?.message;
      return typeof message === 'string' ? fieldText(t, message) : undefined;
    },
  };
}
