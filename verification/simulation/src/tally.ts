import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Found, Report } from './run.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The product's own code; what tests and watches it is none of it. */
const product = ['apps/server/src', 'packages/encounter/src', 'packages/contract/src'];
const isCode = (name: string): boolean => /\.(ts|lua)$/.test(name) && !name.endsWith('.test.ts');

/** Where breaches are kept, and how far the present product has come without one. */
export const found = join(root, 'verification/simulation/found');

/** What tells this code from any other. */
export function productHash(folder: string = root): string {
  const hash = createHash('sha256');
  for (const part of product)
    for (const name of readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).filter(isCode).sort())
      hash
        .update(`${part}/${name}\0`)
        .update(readFileSync(join(folder, part, name)))
        .update('\0');
  return hash.digest('hex').slice(0, 16);
}

export interface Count {
  readonly product: string;
  /** Encounters since the last breach, or since the product's code last changed. */
  readonly withoutViolation: number;
  /** All that this code has lived through, and how many breaches were found in it. */
  readonly encounters: number;
  readonly violations: number;
}

/** Counts across runs, in a file; begins anew when the product's code is another. */
export class Tally {
  readonly #folder: string;
  readonly #product: string;

  constructor(folder: string = found, of: string = productHash()) {
    this.#folder = folder;
    this.#product = of;
    mkdirSync(folder, { recursive: true });
  }

  /** What another run has counted meanwhile is there, too. */
  get count(): Count {
    const anew: Count = { product: this.#product, withoutViolation: 0, encounters: 0, violations: 0 };
    try {
      const kept = JSON.parse(readFileSync(this.#file, 'utf8')) as Count;
      return kept.product === this.#product ? kept : anew;
    } catch {
      return anew;
    }
  }

  /** Takes what a run has lived through; a breach is kept with its world, and the count begins anew. */
  add({ seed, encounters, violation }: Pick<Report, 'seed' | 'encounters' | 'violation'>): Count {
    const before = this.count;
    const lived = violation?.encounter ?? encounters;
    if (violation) this.#keep(seed, violation);
    const count: Count = {
      product: this.#product,
      withoutViolation: violation ? 0 : before.withoutViolation + lived,
      encounters: before.encounters + lived,
      violations: before.violations + (violation ? 1 : 0),
    };
    writeFileSync(this.#file, `${JSON.stringify(count, undefined, 2)}\n`);
    return count;
  }

  get #file(): string {
    return join(this.#folder, 'count.json');
  }

  #keep(seed: number, violation: Found): void {
    const name = `${violation.promise}-${violation.world.seed}.json`;
    writeFileSync(join(this.#folder, name), `${JSON.stringify({ seed, product: this.#product, ...violation }, undefined, 2)}\n`);
  }
}
