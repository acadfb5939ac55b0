import { loadFeelings } from './load.ts';
import { unsentPrefix } from './unsent-keys.ts';

/** Sends what this browser still keeps of the account's answers; only if there is any, the script for it is loaded. */
export function sendUnsent(accountId: string): void {
  try {
    if (!Object.keys(localStorage).some((key) => key.startsWith(unsentPrefix(accountId)))) return;
  } catch {
    return;
  }
  void loadFeelings()
    .then(({ answersOf }) => answersOf(accountId).deliver())
    .catch(() => {});
}
