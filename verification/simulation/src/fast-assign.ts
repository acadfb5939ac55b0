/**
 * XState copies the context of a chart with `Object.assign({}, context, change)`. In V8 that turns an object of more than a
 * dozen fields into a hash table, a hundred times slower to create than a spread, and slow to read. In a browser this is not
 * noticeable; here it was a third of all the work. Every other call goes to the real `Object.assign`.
 */
const { assign } = Object;

function isEmpty(target: object): boolean {
  for (const _ in target) return false;
  return true;
}

Object.assign = ((target: object, ...sources: readonly object[]) => {
  const [context, change] = sources;
  const isContext = sources.length === 2 && context !== undefined && 'clickedAt' in context && 'ports' in context;
  return isContext && isEmpty(target) ? { ...context, ...change } : assign(target, ...sources);
}) as typeof Object.assign;
