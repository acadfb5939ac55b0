/** Asks until the answer is yes, at most two minutes; then throws with these words. */
export async function retry(isSo: () => boolean | Promise<boolean>, problem: string): Promise<void> {
  const until = Date.now() + 120_000;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(problem);
    await new Promise((resume) => setTimeout(resume, 100));
  }
}
