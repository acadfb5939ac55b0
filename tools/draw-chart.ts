import { encounterMachine } from '@unspoken/encounter/machine';
import type { AnyStateNode } from 'xstate';

/** A transition of the statechart, read from the running chart. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

const nameOf = (node: AnyStateNode): string => node.path.join('.');

const eventName = (event: string): string => {
  const delay = /^xstate\.after\.(.+?)\.encounter/.exec(event)?.[1];
  if (delay) return `after ${delay}`;
  return event === '' ? 'always' : event;
};

function arrowsOf(node: AnyStateNode): Arrow[] {
  const own = [...node.transitions.values(), node.always ?? []].flat().flatMap((transition) =>
    (transition.target ?? []).map((target) => ({
      from: nameOf(node),
      to: nameOf(target as AnyStateNode),
      label:
        eventName(transition.eventType) +
        (typeof transition.guard === 'string' ? ` [${transition.guard}]` : guardName(transition.guard)),
    })),
  );
  return [...own, ...Object.values(node.states).flatMap(arrowsOf)];
}

const guardName = (guard: unknown): string => {
  const type = (guard as { type?: string } | undefined)?.type;
  return type ? ` [${type}]` : '';
};

const outline = (node: AnyStateNode, depth: number): string[] =>
  Object.values(node.states).flatMap((child) => [
    `${'  '.repeat(depth)}- **${child.key}**${child.type === 'parallel' ? ' (in parallel)' : ''}${child.tags.length ? `: ${child.tags.join('; ')}` : ''}`,
    ...arrowsOf(child)
      .filter(({ from }) => from === nameOf(child))
      .map(({ to, label }) => `${'  '.repeat(depth + 1)}- ${label} → ${to}`),
    ...outline(child, depth + 1),
  ]);

/** The user state that a node belongs to, as the diagram shows it; undefined for the whole chart. */
const userStateOf = (name: string): string | undefined => {
  const [first = '', second] = name.split('.');
  return first === 'inRoom' ? second : first || undefined;
};

/** A label for Mermaid, which a colon, a semicolon or a hash would end. */
const plain = (text: string): string => text.replaceAll(/[:;#]/g, ' ');

/**
 * The user states, with those of the room in a box of their own, and one arrow for all transitions between the same
 * two states.
 */
export function chartDiagram(): string {
  const labels = new Map<string, Set<string>>();
  for (const { from, to, label } of arrowsOf(encounterMachine.root)) {
    const [a, b] = [from === 'inRoom' ? 'inRoom' : userStateOf(from), userStateOf(to)];
    if (!a || !b || a === b) continue;
    const key = `${a} --> ${b}`;
    labels.set(key, (labels.get(key) ?? new Set()).add(plain(label.replace(/ \[.*\]$/, ''))));
  }
  const inRoom = encounterMachine.root.states.inRoom as AnyStateNode;
  const transitions = [...labels].map(([arrow, events]) => `  ${arrow} : ${[...events].sort().join('<br>')}`);
  return [
    'stateDiagram-v2',
    `  [*] --> ${encounterMachine.root.initial?.target[0]?.key}`,
    '  state inRoom {',
    `    [*] --> ${inRoom.initial?.target[0]?.key}`,
    ...Object.keys(inRoom.states).map((key) => `    ${key}`),
    '  }',
    ...transitions,
  ].join('\n');
}

/** The diagram, then every state with its tags and every transition out of it. */
export const chartOutline = (note: string): string =>
  `# The encounter's chart\n\n${note}\n\n\`\`\`mermaid\n${chartDiagram()}\n\`\`\`\n\n${outline(encounterMachine.root, 0).join('\n')}\n`;
