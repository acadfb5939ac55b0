import type { ErrorCode } from '@unspoken/contract/errors';
import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { CallError } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import type { AfterDecision } from './decision-list.tsx';

interface ReasonedDecisionProps extends AfterDecision {
  /** What the call accepts, and what of it the form does not ask for. */
  readonly schema: z.ZodMiniType;
  readonly about: Readonly<Record<string, string>>;
  readonly send: (body: Record<string, string>) => Promise<unknown>;
  /** The error by which the server says that it is not as it was read any more. */
  readonly outdated: ErrorCode;
  /** The label of the reason. */
  readonly reason: string;
  /** The ways to decide, each with its button. */
  readonly decisions: readonly {
    readonly decision: string;
    readonly label: string;
    readonly look: 'primary' | 'plain' | 'danger';
  }[];
  /** Shown above the reason. */
  readonly children?: ReactNode;
}

/** A decision with its reason: a button for each way to decide. */
export function ReasonedDecision(props: ReasonedDecisionProps) {
  const { schema, about, send, outdated, reason, decisions, children, onDecided, onChanged } = props;
  const form = useContractForm<Record<string, string>>(
    schema,
    { reason: '', ...about, decision: '' },
    async (body) => {
      try {
        await send(body);
      } catch (error) {
        if (error instanceof CallError && error.code === outdated) onChanged();
        throw error;
      }
      onDecided();
    },
    { focusFirst: false },
  );
  return (
    <form className={forms.form} onSubmit={form.submit} noValidate>
      {children}
      <FormAlert {...form.alert} />
      <TextArea label={reason} rows={2} {...form.field('reason')} />
      <div className={forms.buttons}>
        {decisions.map(({ decision, label, look }) => (
          <Button key={decision} type="submit" look={look} busy={form.submitting} onClick={() => form.set('decision', decision)}>
            {label}
          </Button>
        ))}
      </div>
    </form>
  );
}
