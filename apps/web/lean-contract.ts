import type { Plugin } from 'vite';

const contract = /packages\/contract\/src\/[\w-]+\.ts$/;
const definitions = ['defineCall', 'defineEmission'];
/**
 * What the server and the generated documentation read of a call or an event, and no browser: a client has the types. Bodies stay, because
 * forms check them, except those without fields (`nothing`).
 */
const readElsewhere = [
  ...['summary', 'params', 'payload', 'answer', 'errors'],
  ...['audience', 'refusesSuspended', 'opensToGuests', 'beforeSecondFactor', 'guardsDuty'],
];

/** A node of the syntax tree. Source: the ESTree specification */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly callee?: Node;
  readonly properties?: readonly Property[];
}
interface Property extends Node {
  readonly key?: Node;
  readonly value?: Node;
}

const isNode = (child: unknown): child is Node => typeof child === 'object' && child !== null && 'type' in child;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const isFunction = ({ type }: Node): boolean => type.includes('Function');

const nameOf = ({ key }: Property): string => key?.name ?? '';

/** Whether an object is a call or an event, or what several calls have in common. */
const isDefinition = (object: Node, parent: Node): boolean =>
  definitions.includes(parent.callee?.name ?? '') || object.properties?.some((each) => nameOf(each) === 'audience') === true;

/** The properties to leave out below a node. */
function leftOut(node: Node): readonly Node[] {
  return childrenOf(node).flatMap((child) =>
    child.properties && isDefinition(child, node)
      ? child.properties.filter((each) => readElsewhere.includes(nameOf(each)) || each.value?.name === 'nothing')
      : leftOut(child),
  );
}

/** Types run nothing; an expression beside a type does. */
const isType = ({ type }: Node): boolean => type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression'].includes(type);

/** Where calls begin that run when a module is loaded and make a constant. A statement of its own may be there for its effect. */
function callsAtLoad(node: Node): readonly number[] {
  if (isFunction(node) || isType(node) || node.type === 'ExpressionStatement') return [];
  return [...(node.type === 'CallExpression' ? [node.start] : []), ...childrenOf(node).flatMap(callsAtLoad)];
}

/** Leaves out of the calls and events that browsers load what only others read, and every schema that is not needed then. */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  enforce: 'pre',
  transform(code, id) {
    if (!contract.test(id)) return undefined;
    const program: Node = this.parse(code, { lang: 'ts' });
    const spans = leftOut(program);
    const isLeftOut = (at: number) => spans.some(({ start, end }) => at >= start && at < end);
    const edits = [
      ...spans.map(({ start, end }) => ({ at: start, apply: (rest: string) => rest.slice(end - start).replace(/^\s*,/, '') })),
      ...[...new Set(callsAtLoad(program))]
        .filter((at) => !isLeftOut(at))
        .map((at) => ({ at, apply: (rest: string) => `/*#__PURE__*/${rest}` })),
    ].toSorted((one, other) => other.at - one.at);
    return { code: edits.reduce((left, { at, apply }) => left.slice(0, at) + apply(left.slice(at)), code), map: null };
  },
});
