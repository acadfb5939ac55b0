import { setTimeout as wait } from 'node:timers/promises';
import type { Installation, Node } from '@unspoken/testing/installation';

/** One kind of fault: what is done, and how it is repaired. */
export interface Fault {
  readonly name: string;
  /** How soon people meet again after the fault, ms. Source: requirements/promises 5. */
  readonly bound: number;
  /** Why this machine cannot produce it, if it cannot. */
  readonly impossible?: () => string | undefined;
  /** Causes the fault, and resolves after the repair with the instant from which people can meet again, epoch ms. */
  run(installation: Installation): Promise<number>;
}

/** The current time as the databases on this machine see it, epoch ms. */
export const now = () => performance.timeOrigin + performance.now();
export const anyOf = ({ nodes }: Installation): Node => nodes[Math.floor(Math.random() * nodes.length)] as Node;
export const unlessRoot = () => (process.getuid?.() === 0 ? undefined : 'only root can do that');

/** Several faults at once, each repaired as it would be alone. */
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

/** A fault of one process; people can meet on the others from its beginning. */
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

/** A fault of something that all processes share; people can meet once it is repaired, `ms` later. */
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
