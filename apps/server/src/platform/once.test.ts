import { MemoryOnce } from './once.ts';
import { onceContract } from './once-contract.ts';

onceContract('memory', () => {
  const at = { now: 0 };
  const wait = async (ms: number) => {
    at.now += ms;
  };
  return { once: new MemoryOnce({ now: () => at.now, after: () => () => {} }), wait };
});
