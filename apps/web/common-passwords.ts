import { limits } from '@unspoken/contract/limits';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Plugin } from 'vite';

const id = 'passwords:common';

/** How many of the most common passwords are warned of. */
const most = 10_000;

/**
 * The most common passwords, in lower case and in alphabetical order, in which they compress best. Shorter ones than the form accepts are
 * left out: it reports their length.
 */
export const commonPasswords: readonly string[] = dictionary['passwords-common']
  .slice(0, most)
  .filter((password) => [...password].length >= limits.passwordMinimum)
  .sort();

/** `passwords:common`: the most common passwords as one text, separated by spaces. */
export const passwords = (): Plugin => ({
  name: 'passwords',
  resolveId: (wanted) => (wanted === id ? `\0${id}.js` : undefined),
  load: (wanted) => (wanted === `\0${id}.js` ? `export default ${JSON.stringify(commonPasswords.join(' '))};` : undefined),
});
