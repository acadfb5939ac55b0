import { configuration } from '@unspoken/contract/configuration';
import { type Durations, durationsWith } from '@unspoken/contract/durations';
import { call } from './api.ts';

export interface Configuration {
  readonly productName: string;
  readonly supportEmail: string;
  readonly durations: Durations;
  readonly mailbox: boolean;
  readonly facebook: { readonly appId: string; readonly dialogUrl: string } | null;
}

/** What this installation is called and how long things last in it. Rejects when the service cannot be reached. */
export async function loadConfiguration(): Promise<Configuration> {
  const answer = await call(configuration);
  return { ...answer, durations: durationsWith(answer.durations) };
}
