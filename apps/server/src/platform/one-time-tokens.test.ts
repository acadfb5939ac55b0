import { MemoryOneTimeTokens } from './one-time-tokens.ts';
import { oneTimeTokensContract } from './one-time-tokens-contract.ts';

oneTimeTokensContract('memory', () => {
  const at = { now: 0 };
  const wait = async (ms: number) => {
    at.now += ms;
  };
  return { tokens: new MemoryOneTimeTokens({ now: () => at.now, after: () => () => {} }), wait };
});
