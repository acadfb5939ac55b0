import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { percentile } from '../../../../tools/figures.ts';

export interface Backup {
  readonly seconds: number;
  readonly bytes: number;
  /** p95 of the calls that were made one after another, ms: as many beforehand, and those while it lasted. */
  readonly before: number;
  readonly meanwhile: number;
  readonly calls: number;
}

/**
 * Dumps a database as `docs/operating.md` says (`pg_dump -Fc`, here without compression, whose cost is that of the machine it runs on), while the
 * same call is made again and again. `programs`: the folder of PostgreSQL's programs.
 */
export async function backUp(programs: string, url: string, call: () => Promise<unknown>): Promise<Backup> {
  const timed = async () => {
    const began = performance.now();
    await call();
    return performance.now() - began;
  };
  const earlier: number[] = [];
  for (let i = 0; i < 50; i++) earlier.push(await timed());
  const began = performance.now();
  const dump = spawn(join(programs, 'pg_dump'), ['-Fc', '-Z0', url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let bytes = 0;
  dump.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  let isOver = false;
  const ended = once(dump, 'close').then(([code]) => {
    isOver = true;
    if (code !== 0) throw new Error(`pg_dump ended with ${code}`);
  });
  const meanwhile: number[] = [];
  do meanwhile.push(await timed());
  while (!isOver);
  await ended;
  const seconds = (performance.now() - began) / 1_000;
  return { seconds, bytes, before: percentile(earlier, 0.95), meanwhile: percentile(meanwhile, 0.95), calls: meanwhile.length };
}
