import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type RegisterOptions, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { CallError } from '../platform/api.ts';
import { fieldText } from '../platform/error-text.ts';
import { contractResolver } from './resolver.ts';

/**
 * Focuses the first field that is invalid, in the order of the page. The form library would do it again in a later task, when somebody
 * who is fast has filled in that field, and would take them to the next one in the middle of a word.
 */
function focusFirstInvalid(form: unknown, invalid: object): void {
  if (!(form instanceof HTMLFormElement)) return;
  const fields = [...form.elements].filter((each) => each instanceof HTMLElement);
  fields.find((each) => (each.getAttribute('name') ?? '') in invalid)?.focus();
}

/** A form of the contract: validated here as the server will validate it, with errors at their fields; nothing typed is lost. */
export function useContractForm<Values extends FieldValues>(
  schema: z.ZodMiniType,
  defaultValues: DefaultValues<Values>,
  send: (values: Values) => Promise<void>,
  { focusFirst = true }: { focusFirst?: boolean } = {},
) {
  const { t } = useTranslation('errors');
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<Values>({ resolver: contractResolver<Values>(schema), defaultValues, shouldFocusError: false });
  const underWay = useRef(false);
  // A newly opened form focuses its first field; in a dialog that opens with it, the dialog does.
  const { setFocus } = form;
  const [first] = Object.keys(defaultValues) as FieldPath<Values>[];
  useEffect(() => {
    if (first && focusFirst && !document.querySelector('dialog[aria-hidden]')) setFocus(first);
  }, [first, focusFirst, setFocus]);
  const submit = form.handleSubmit(
    async (values) => {
      // A second click before the first has taken effect is ignored.
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
    (invalidFields, event) => {
      setFailure(undefined);
      focusFirstInvalid(event?.target, invalidFields);
    },
  );
  const { errors, isSubmitting, isDirty, submitCount } = form.formState;
  const invalid = Object.keys(errors).length > 0;
  // The first invalid field has the focus by now, but its error and the alert, which stand above it, are rendered only now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt to send, not for each field that is corrected
  useEffect(() => {
    if (invalid) document.activeElement?.scrollIntoView({ block: 'center' });
  }, [submitCount]);
  const messageOf = (name: FieldPath<Values>): string | undefined => {
    const message = errors[name]?.message;
    return typeof message === 'string' ? fieldText(t, message) : undefined;
  };
  return {
    /** The properties of a field: its registration in the form, and its error in the user's language. */
    field: <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
      ...form.register(name, options),
      error: messageOf(name),
    }),
    watch: form.watch,
    set: form.setValue,
    reset: form.reset,
    submit,
    submitting: isSubmitting,
    dirty: isDirty,
    alert: { failure, invalid },
  };
}
