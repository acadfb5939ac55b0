import type { Addition, Pause } from '@unspoken/contract/configuration';
import type { PageDurations } from '@unspoken/contract/page-durations';
import { call } from './api.ts';

export interface Configuration {
  readonly productName: string;
  readonly supportEmail: string;
  readonly durations: PageDurations;
  readonly pause: Pause;
  readonly additions: readonly Addition[];
  readonly detector: boolean;
  readonly mailbox: boolean;
  readonly samples: boolean;
  readonly push: { readonly publicKey: string } | null;
  readonly facebook: { readonly appId: string; readonly dialogUrl: string } | null;
}

/** The installation's name and durations, from the page or else from the service. Rejects when the service cannot be reached. */
export async function loadConfiguration(): Promise<Configuration> {
  const embedded = document.getElementById('configuration')?.textContent;
  return embedded ? JSON.parse(embedded) : await call((await import('@unspoken/contract/configuration')).configuration);
}
