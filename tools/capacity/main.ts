import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capacityDocument } from './document.ts';
import type { Slopes } from './slopes.ts';
import type { ObservedTown } from './town-table.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));

/** docs/capacity.md from what was measured and simulated. */
export const capacity = (): string => capacityDocument(read('slopes.json') as Slopes, read('towns.json') as ObservedTown[]);

/** `npm run capacity`: writes docs/capacity.md. */
if (import.meta.main) writeFileSync(join(import.meta.dirname, '../../docs/capacity.md'), capacity());
