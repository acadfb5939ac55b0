/** How long a transaction that takes many rows should last, ms: well below 100, which is the most that others may have to wait. */
const aim = 30;
/** How many rows the first one takes, and the most that a later one does. */
const first = 5;
const most = 200;

/**
 * Takes rows away, or deals with them, in transactions, as many in each as keep it near `aim` ms by how long the one before took: what goes
 * quickly while it lies in memory takes many times as long from a disk. `take` takes at most as many rows as it is given, and resolves to how
 * many these were; it is called until there are fewer. Returns how many there were in all.
 */
export async function inPacedBatches(now: () => number, take: (rows: number) => Promise<number>): Promise<number> {
  let size = first;
  let taken = 0;
  for (;;) {
    const began = now();
    const rows = await take(size);
    taken += rows;
    if (rows < size) return taken;
    // A clock that was set back, or stands still, says nothing.
    const took = Math.max(1, now() - began);
    size = Math.max(1, Math.min(most, 2 * size, Math.floor((size * aim) / took)));
  }
}
