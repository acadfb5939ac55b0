import { readFileSync } from 'node:fs';

/** The script of the matchmaking state in Redis: one text in three files. `ARGV` is the prefix of the keys, the call, and its arguments. */
export const stateScript = ['pairing.lua', 'state.lua', 'takeover.lua']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');
