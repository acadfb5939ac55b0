import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Checks a form with the contract's own schema; the messages are the contract's field codes. */
export const contractResolver =
  <Values extends FieldValues>(schema: z.ZodMiniType): Resolver<Values> =>
  (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= { type: 'contract', message: issue.message };
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
