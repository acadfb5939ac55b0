import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { CallError } from '../platform/api.ts';
import { fieldText } from '../platform/error-text.ts';
import { contractResolver } from './resolver.ts';

/** A form of the contract: checked here as the server will check it, its errors in their places, nothing typed lost. */
export function useContractForm<Values extends FieldValues>(
  schema: z.ZodMiniType,
  defaultValues: DefaultValues<Values>,
  send: (values: Values) => Promise<void>,
  { focusFirst = true }: { focusFirst?: boolean } = {},
) {
  const { t } = useTranslation('errors');
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<Values>({ resolver: contractResolver<Values>(schema), defaultValues, shouldFocusError: true });
  const underWay = useRef(false);
  // A form that has just been opened begins at its first field.
  const { setFocus } = form;
  const [first] = Object.keys(defaultValues) as FieldPath<Values>[];
  useEffect(() => {
    if (first && focusFirst) setFocus(first);
  }, [first, focusFirst, setFocus]);
  const submit = form.handleSubmit(
    async (values) => {
      // Two presses before the first has been noticed are one.
      if (underWay.current) return;
      underWay.current = true;
      setFailure(undefined);
      try {
        await send(values);
      } catch (error) {
        setFailure(error);
        if (!(error instanceof CallError)) return;
        for (const [name, message] of Object.entries(error.fields))
          form.setError(name as FieldPath<Values>, { message }, { shouldFocus: true });
      } finally {
        underWay.current = false;
      }
    },
    () => setFailure(undefined),
  );
  const { errors, isSubmitting, isDirty } = form.formState;
  const messageOf = (name: FieldPath<Values>): string | undefined => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? fieldText(t, message) : undefined;
  };
  return {
    /** What a field needs: its place in the form, and what is wrong with it in the person's language. */
    field: (name: FieldPath<Values>) => ({ ...form.register(name), error: messageOf(name) }),
    watch: form.watch,
    set: form.setValue,
    reset: form.reset,
    submit,
    submitting: isSubmitting,
    dirty: isDirty,
    alert: { failure, invalid: Object.keys(errors).length > 0 },
  };
}
