/**
 * XState makes the context of a chart anew with `Object.assign({}, context, change)`. In V8 that leaves an object of more than
 * a dozen fields as a hash table, a hundred times slower to make than a spread, and slow to read. In a browser nobody notices;
 * here it was a third of all the work. Everything else goes to the real `Object.assign`.
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
