import type { CDPSession, Page } from '@playwright/test';
import { countOf, type Live, type LiveKind, liveIn } from '@unspoken/e2e/live';

export const print = (line: string) => process.stdout.write(`${line}\n`);

/** What a tab holds at one moment, after its garbage has been collected. */
export interface Held {
  /** Bytes of JavaScript's heap. */
  readonly heap: number;
  /** All listeners, elements and documents that the engine counts, whether they can still be reached or not. */
  readonly listeners: number;
  readonly nodes: number;
  readonly live: readonly Live[];
  readonly count: Readonly<Record<LiveKind, number>>;
}

/** What the tab behind this session holds. */
export async function heldBy(page: Page, session: CDPSession): Promise<Held> {
  // Finalisers run after a collection, and free more.
  for (let times = 0; times < 3; times++) {
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(100);
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { jsEventListeners, nodes } = await session.send('Memory.getDOMCounters');
  const live = await liveIn(page);
  return { heap: usedSize, listeners: jsEventListeners, nodes, live, count: countOf(live) };
}

/** What is live now and was not before, as lines: how many of what, and where they were begun. */
export function added(before: Held, now: Held): string[] {
  const nameOf = ({ kind, what, stack }: Live) => `${kind} ${what}\n${stack}`;
  const counted = (held: Held) => {
    const counts = new Map<string, number>();
    for (const each of held.live) counts.set(nameOf(each), (counts.get(nameOf(each)) ?? 0) + 1);
    return counts;
  };
  const earlier = counted(before);
  return [...counted(now)]
    .map(([name, count]) => [name, count - (earlier.get(name) ?? 0)] as const)
    .filter(([, more]) => more > 0)
    .map(([name, more]) => `+${more} ${name}`);
}

const columns = ['heap, MB', 'listeners', 'nodes'] as const;

/** A table of what was held, one row for each moment. */
export function table(rows: readonly (readonly [name: string, held: Held])[]): string[] {
  const kinds = Object.keys(rows[0]?.[1].count ?? {}) as LiveKind[];
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...columns, ...kinds]),
    row(Array.from({ length: 1 + columns.length + kinds.length }, () => '---')),
    ...rows.map(([name, { heap, listeners, nodes, count }]) =>
      row([name, (heap / 1e6).toFixed(2), listeners, nodes, ...kinds.map((kind) => count[kind])]),
    ),
  ];
}

/** Says on the way what was held, because the whole takes long. */
export function progress(name: string, { heap, listeners, count }: Held): void {
  print(
    `${name}: heap ${(heap / 1e6).toFixed(2)} MB, ${listeners} listeners, ${Object.values(count).reduce((sum, each) => sum + each)} live`,
  );
}

/** The option of a number, or its default. */
export const option = (name: string, usual: number): number =>
  Number(process.argv[process.argv.indexOf(`--${name}`) + 1] || usual) || usual;
