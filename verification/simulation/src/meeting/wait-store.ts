import { days, type RecordedWait, type WaitStore } from '@unspoken/server/waits/store';

const [minute, quarter, day] = [60_000, 900_000, 86_400_000];
const quarters = day / quarter;

/** Recorded waits in memory, counted as by the statement of the database. */
export class MemoryWaitStore implements Pick<WaitStore, 'add' | 'eraseBefore' | 'byQuarter'> {
  #waits: { readonly pool: string; readonly minute: number }[] = [];

  add: WaitStore['add'] = async (rows) => {
    for (const { pool, minute: at } of rows as readonly RecordedWait[]) this.#waits.push({ pool, minute: at.getTime() });
  };

  byQuarter: WaitStore['byQuarter'] = async (pool, now, near) => {
    const counted = new Map<number, number>();
    const since = now.getTime() - days * day;
    for (const wait of this.#waits) {
      if (wait.pool !== pool || wait.minute < since || wait.minute > now.getTime()) continue;
      const nearest = Math.floor((wait.minute + quarter / 2) / quarter);
      if (Math.abs(wait.minute - nearest * quarter) > near) continue;
      counted.set(nearest % quarters, (counted.get(nearest % quarters) ?? 0) + 1);
    }
    return [...counted].map(([nth, count]) => ({ quarter: nth, count }));
  };

  eraseBefore: WaitStore['eraseBefore'] = async (at) => {
    this.#waits = this.#waits.filter((wait) => wait.minute >= Math.floor(at.getTime() / minute) * minute);
  };
}
