import type { AnswerOf } from '@unspoken/contract/call';
import type { configuration, Pause } from '@unspoken/contract/configuration';
import { type Durations, durationsWith } from '@unspoken/contract/durations';
import { call } from './api.ts';

export interface Configuration {
  readonly productName: string;
  readonly supportEmail: string;
  readonly durations: Durations;
  readonly pause: Pause;
  readonly mailbox: boolean;
  readonly facebook: { readonly appId: string; readonly dialogUrl: string } | null;
}

/** What this installation is called and how long things last in it: as the page says, or the service. Rejects when it cannot be reached. */
export async function loadConfiguration(): Promise<Configuration> {
  const told = document.getElementById('configuration')?.textContent;
  const answer: AnswerOf<typeof configuration> = told
    ? JSON.parse(told)
    : await call((await import('@unspoken/contract/configuration')).configuration);
  return { ...answer, durations: durationsWith(answer.durations) };
}
