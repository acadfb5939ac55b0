/** One instruction of a container file: its name, and the rest of its line. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/**
 * The instructions of a container file, in order. Source: the Dockerfile reference; a line that ends with a backslash
 * continues on the next.
 */
export const instructionsOf = (text: string): Instruction[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [name = '', ...rest] = line.split(/\s+/);
      return { name: name.toUpperCase(), rest: rest.join(' ') };
    });

/** `A=1 B=2` as an object. */
export const pairsOf = (rest: string): Record<string, string> =>
  Object.fromEntries(rest.split(' ').map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]));
