/** Asks until the answer is yes, at most `limit` ms; then throws with these words. */
export async function retry(isSo: () => boolean | Promise<boolean>, problem: string, limit = 120_000): Promise<void> {
  const until = Date.now() + limit;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(problem);
    await new Promise((resume) => setTimeout(resume, 100));
  }
}
