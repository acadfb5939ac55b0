/** Why the browser's own dialog was left without a passkey: somebody changed their mind, or let it run out. */
const changedTheirMind = ['NotAllowedError', 'AbortError'];

/** What the browser gives, or undefined if somebody has changed their mind. Throws what went wrong otherwise. */
export async function unlessLeft<T>(dialog: Promise<T>): Promise<T | undefined> {
  try {
    return await dialog;
  } catch (error) {
    if (changedTheirMind.includes((error as Error).name)) return undefined;
    throw error;
  }
}
