/** Copies a text to the clipboard. Resolves to whether it is there now: browsers without a clipboard, or a user, may refuse. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
