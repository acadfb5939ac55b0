import { setTimeout as wait } from 'node:timers/promises';
import type { Installation, Node } from '@unspoken/testing/installation';

/** One kind of trouble: what is done, and what heals it. */
export interface Fault {
  readonly name: string;
  /** Within so many ms of the end of it, people meet again. Source: requirements/promises 5. */
  readonly bound: number;
  /** Why it cannot be done on this machine, if it cannot. */
  readonly impossible?: () => string | undefined;
  /** Does it, and resolves when what is broken has been mended, with the instant from which on people can meet again. */
  run(installation: Installation): Promise<number>;
}

/** The instant, as the databases of this machine write it. */
export const now = () => performance.timeOrigin + performance.now();
export const anyOf = ({ nodes }: Installation): Node => nodes[Math.floor(Math.random() * nodes.length)] as Node;
export const unlessRoot = () => (process.getuid?.() === 0 ? undefined : 'only root can do that');

/** Several at a time, each of which heals as it does alone. */
export const atOnce = (name: string, ...faults: readonly (Fault | undefined)[]): Fault => ({
  name,
  bound: 12_000,
  impossible: () => {
    const reasons = faults.map((each) => (each ? each.impossible?.() : 'there is no such fault'));
    return reasons.find((each) => each !== undefined);
  },
  async run(installation) {
    return Math.max(...(await Promise.all(faults.map((each) => (each as Fault).run(installation)))));
  },
});

/** Harm to one process, from which on people can meet by the others. */
export const toOne = (name: string, harm: (node: Node) => Promise<unknown>, impossible?: Fault['impossible']): Fault => ({
  name,
  bound: 12_000,
  ...(impossible && { impossible }),
  async run(installation) {
    const at = now();
    await harm(anyOf(installation));
    return at;
  },
});

/** Harm to what all share; people can meet once it is healed, `ms` later. */
export const toAll = (
  { name, bound, ms, impossible }: Omit<Fault, 'run'> & { readonly ms: number },
  harm: (installation: Installation) => unknown,
  heal: (installation: Installation) => unknown,
): Fault => ({
  name,
  bound,
  ...(impossible && { impossible }),
  async run(installation) {
    await harm(installation);
    await wait(ms);
    await heal(installation);
    return now();
  },
});
