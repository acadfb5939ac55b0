import { type Plan, plannedWindows } from '@unspoken/contract/script-time';

/** What the user does in a script beside looking. Source: requirements/experiences 6.7. */
export interface DoneIn {
  /** The user hears a sound of the script, or the partner. */
  readonly hears: boolean;
  /** The key of the sentence that says it. */
  readonly what: 'look' | 'hear' | 'speak' | 'hearSpeak';
}

export function doneIn(plan: Plan): DoneIn {
  const speaks = plannedWindows(plan, 'own').length > 0;
  const hears = Object.keys(plan.sounds).length > 0 || plannedWindows(plan, 'partner').length > 0;
  if (speaks) return { hears, what: hears ? 'hearSpeak' : 'speak' };
  return { hears, what: hears ? 'hear' : 'look' };
}
