import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Found, Report } from './run.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The product's own code, without its tests and verification. */
const product = ['apps/server/src', 'packages/encounter/src', 'packages/contract/src'];
const isCode = (name: string): boolean => /\.(ts|lua)$/.test(name) && !name.endsWith('.test.ts');

/** Where violations are stored, with the number of encounters that the current code has had without one. */
export const found = join(root, 'verification/simulation/found');

/** A hash of the product's code. */
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
  /** Encounters since the last violation, or since the product's code last changed. */
  readonly withoutViolation: number;
  /** All encounters simulated with this code, and the number of violations found in it. */
  readonly encounters: number;
  readonly violations: number;
}

/** Counts encounters across runs, in a file; restarts when the product's code changes. */
export class Tally {
  readonly #folder: string;
  readonly #product: string;

  constructor(folder: string = found, of: string = productHash()) {
    this.#folder = folder;
    this.#product = of;
    mkdirSync(folder, { recursive: true });
  }

  /** Read from the file each time, because another run may have added to it. */
  get count(): Count {
    const empty: Count = { product: this.#product, withoutViolation: 0, encounters: 0, violations: 0 };
    try {
      const kept = JSON.parse(readFileSync(this.#file, 'utf8')) as Count;
      return kept.product === this.#product ? kept : empty;
    } catch {
      return empty;
    }
  }

  /** Adds the result of a run. A violation is stored with its world, and resets the count. */
  add({ seed, encounters, violation }: Pick<Report, 'seed' | 'encounters' | 'violation'>): Count {
    const before = this.count;
    const simulated = violation?.encounter ?? encounters;
    if (violation) this.#keep(seed, violation);
    const count: Count = {
      product: this.#product,
      withoutViolation: violation ? 0 : before.withoutViolation + simulated,
      encounters: before.encounters + simulated,
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
