import type { Bus } from '@unspoken/server/platform/bus';

/** The buses of `count` processes in memory. What is sent to a node in `unreachable` is lost. */
export function linkedBuses(count: number): { readonly buses: readonly Bus[]; readonly unreachable: Set<string> } {
  const served = new Map<string, Map<string, (message: never, from: string) => unknown>>();
  const unreachable = new Set<string>();
  const nodes = Array.from({ length: count }, (_, i) => `node ${i}`);
  const deliver = (from: string, to: string, topic: string, message: unknown) => {
    if (!unreachable.has(to)) served.get(to)?.get(topic)?.(JSON.parse(JSON.stringify(message)) as never, from);
  };
  const buses = nodes.map((node): Bus => {
    served.set(node, new Map());
    return {
      node,
      serve: (topic, answer) => void served.get(node)?.set(topic, answer),
      request: () => Promise.reject(new Error('nobody asks here')),
      send: (to, topic, message) => deliver(node, to, topic, message),
      onResubscribed: () => {},
      broadcast: (topic, message) => {
        for (const to of nodes) if (to !== node) deliver(node, to, topic, message);
      },
    };
  });
  return { buses, unreachable };
}
