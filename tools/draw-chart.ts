import { encounterMachine } from '@unspoken/encounter/machine';
import type { AnyStateNode } from 'xstate';

/** Reads the statechart itself, so that what is drawn is what runs. */
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

const arrows = (): Arrow[] => arrowsOf(encounterMachine.root);

const outline = (node: AnyStateNode, depth: number): string[] =>
  Object.values(node.states).flatMap((child) => [
    `${'  '.repeat(depth)}- **${child.key}**${child.type === 'parallel' ? ' (in parallel)' : ''}${child.tags.length ? `: ${child.tags.join('; ')}` : ''}`,
    ...arrowsOf(child)
      .filter(({ from }) => from === nameOf(child))
      .map(({ to, label }) => `${'  '.repeat(depth + 1)}- ${label} → ${to}`),
    ...outline(child, depth + 1),
  ]);

/** Every state with its tags, and every way out of it. */
export const chartOutline = (note: string): string =>
  `# The encounter's chart\n\n${note}\n\n![The states and the ways between them](encounter-chart.svg)\n\n${outline(encounterMachine.root, 0).join('\n')}\n`;

const box = { width: 210, height: 74 };

/** Where the twelve user states stand. A state of the chart without a place, or a place without a state, is an error. */
const places: Readonly<Record<string, readonly [x: number, y: number]>> = {
  absent: [20, 40],
  present: [430, 40],
  firstTimeGuidance: [860, 40],
  waiting: [860, 190],
  'inRoom.enteringRoom': [860, 380],
  'inRoom.gettingMedia': [860, 530],
  'inRoom.preparing': [860, 680],
  'inRoom.ready': [860, 830],
  'inRoom.connected': [860, 980],
  'inRoom.resuming': [560, 980],
  mediaDenied: [480, 400],
  disconnected: [240, 830],
  digesting: [20, 400],
};

/** The user state a node belongs to, or the room that holds five of them. */
const placeOf = (name: string): string | undefined =>
  Object.keys(places).find((place) => name === place || name.startsWith(`${place}.`)) ??
  (name === 'inRoom' ? 'inRoom.enteringRoom' : undefined);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The ways between user states, those with the same ends drawn as one. */
function ways(): Map<string, { from: string; to: string; labels: Set<string> }> {
  const found = new Map<string, { from: string; to: string; labels: Set<string> }>();
  for (const { from, to, label } of arrows()) {
    const [a, b] = [placeOf(from), placeOf(to)];
    if (!a || !b || a === b) continue;
    const key = `${a} ${b}`;
    const way = found.get(key) ?? { from: a, to: b, labels: new Set<string>() };
    found.set(key, { ...way, labels: way.labels.add(label.replace(/ \[.*\]$/, '')) });
  }
  return found;
}

function drawWay(
  { from, to, labels }: { from: string; to: string; labels: Set<string> },
  index: number,
): [path: string, words: string] {
  const [[ax, ay], [bx, by]] = [places[from] as readonly [number, number], places[to] as readonly [number, number]];
  const [dx, dy] = [bx - ax, by - ay];
  const sideways = Math.abs(dx) > Math.abs(dy) * 0.6;
  const shift = ((index % 5) - 2) * 13;
  const start = sideways
    ? [ax + (dx > 0 ? box.width : 0), ay + box.height / 2 + shift]
    : [ax + box.width / 2 + shift * 3, ay + (dy > 0 ? box.height : 0)];
  const end = sideways
    ? [bx + (dx > 0 ? 0 : box.width), by + box.height / 2 + shift]
    : [bx + box.width / 2 + shift * 3, by + (dy > 0 ? 0 : box.height)];
  const [sx, sy, ex, ey] = [...start, ...end] as [number, number, number, number];
  const bend = sideways ? `C ${(sx + ex) / 2} ${sy}, ${(sx + ex) / 2} ${ey}` : `C ${sx} ${(sy + ey) / 2}, ${ex} ${(sy + ey) / 2}`;
  const all = [...labels].sort();
  const title = `${from} → ${to}: ${all.join(', ')}`;
  const words = all.length > 2 ? `${all.slice(0, 2).join(', ')} +${all.length - 2}` : all.join(', ');
  const text = `<text class="way" x="${(sx + ex) / 2}" y="${(sy + ey) / 2 - 4}">${escaped(words)}</text>`;
  return [`<g><title>${escaped(title)}</title><path d="M ${sx} ${sy} ${bend}, ${ex} ${ey}"/></g>`, text];
}

function drawState(name: string, [x, y]: readonly [number, number]): string {
  let node: AnyStateNode = encounterMachine.root;
  for (const part of name.split('.')) {
    const next = node.states[part];
    if (!next) throw new Error(`the chart has no state ${name}: give tools/draw-chart.ts its places anew`);
    node = next;
  }
  const inside = Object.keys(node.states).join(node.type === 'parallel' ? ' ∥ ' : ' · ');
  return (
    `<g><rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="16"/>` +
    `<text class="name" x="${x + box.width / 2}" y="${y + 32}">${escaped(node.key)}</text>` +
    `<text class="inside" x="${x + box.width / 2}" y="${y + 54}">${escaped(inside)}</text></g>`
  );
}

/** The chart as a picture: the twelve user states and the ways between them. */
export function chartPicture(): string {
  const drawn = new Set(Object.keys(places));
  const states = Object.values(encounterMachine.root.states).flatMap((node) =>
    node.key === 'inRoom' ? Object.keys(node.states).map((key) => `inRoom.${key}`) : [node.key],
  );
  for (const state of states) if (!drawn.has(state)) throw new Error(`${state} has no place in tools/draw-chart.ts`);
  const drawnWays = [...ways().values()].map(drawWay);
  const [paths, words] = [drawnWays.map(([path]) => path), drawnWays.map(([, text]) => text)];
  const boxes = Object.entries(places).map(([name, place]) => drawState(name, place));
  const style =
    'text{font-family:Georgia,serif;text-anchor:middle;fill:#2b211b}.name{font-size:18px}.inside{font-size:10.5px;fill:#67564a}' +
    '.way{font-size:10px;fill:#94452b;paint-order:stroke;stroke:#f7f1e8;stroke-width:4px}rect{fill:#fffaf2;stroke:#ddcfbe;stroke-width:1.5}' +
    'path{fill:none;stroke:#c8714c;stroke-width:1.2;marker-end:url(#tip)}.room{fill:#f0d9c6;stroke:none;opacity:.5}';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1160 1090" role="img"><title>The states of an encounter</title><style>${style}</style>` +
    `<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" style="fill:#c8714c;stroke:none"/></marker></defs>` +
    `<rect width="1160" height="1090" style="fill:#f7f1e8;stroke:none"/><rect class="room" x="836" y="356" width="258" height="720" rx="24"/>` +
    `${paths.join('')}${boxes.join('')}${words.join('')}</svg>\n`
  );
}
