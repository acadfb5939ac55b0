import { Violation } from './audit.ts';

/** How long one step may wait for the database, ms of real time, before what it waits for is taken for a deadlock. */
const patience = 60_000;

/** Resolves when all that a step set off is through: promises already resolved, and what the database is asked, if there is one. */
export async function settled(isBusy: (() => boolean) | undefined): Promise<void> {
  await new Promise((resume) => process.nextTick(resume));
  if (!isBusy?.()) return;
  const began = performance.now();
  do {
    if (performance.now() - began > patience) throw new Violation('C1', `the database has not answered for ${patience} ms`);
    await new Promise((resume) => setImmediate(resume));
  } while (isBusy());
}
