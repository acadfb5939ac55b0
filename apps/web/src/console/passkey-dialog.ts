/** Why the browser's own dialog ended without a passkey: the user cancelled it, or it timed out. */
const changedTheirMind = ['NotAllowedError', 'AbortError'];

/** The result of the browser's dialog, or undefined if the user cancelled it. Throws any other error. */
export async function unlessCancelled<T>(dialog: Promise<T>): Promise<T | undefined> {
  try {
    return await dialog;
  } catch (error) {
    if (changedTheirMind.includes((error as Error).name)) return undefined;
    throw error;
  }
}
