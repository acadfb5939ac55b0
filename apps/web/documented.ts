import type { Plugin } from 'vite';

const contract = /packages\/contract\/src\/[\w-]+\.ts$/;
/** The description of a call, which only the generated documentation reads: one text, or several that are joined. */
const summary = /^ *summary:\s*'[^'\n]*'(?:\s*\+\s*'[^'\n]*')*,\n/gm;

/** Leaves the descriptions of calls and events out of what browsers load. */
export const documented = (): Plugin => ({
  name: 'documented',
  enforce: 'pre',
  transform: (code, id) => (contract.test(id) ? { code: code.replace(summary, ''), map: null } : undefined),
});
