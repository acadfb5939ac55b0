import { parentPort } from 'node:worker_threads';
import { checkMedia } from './check.ts';
import type { MediaOrder } from './checked.ts';

/** The thread in which files are checked: a file may take many seconds, and may be made to do harm. */

// What was uploaded is decoded here: it may never cause a request. The encoder of the sounds reads its own code from a `data:` address.
const original = globalThis.fetch;
globalThis.fetch = async (address, init) => {
  if (typeof address !== 'string' || !address.startsWith('data:')) throw new Error('nothing is fetched here');
  return original(address, init);
};

parentPort?.on('message', async (order: MediaOrder) => {
  try {
    const outcome = await checkMedia(order);
    const files = 'checked' in outcome ? outcome.checked.files : [];
    // A buffer of its own can be handed over; a part of another one is copied.
    const whole = files.map(({ bytes }) => bytes).filter(({ buffer, byteLength }) => buffer.byteLength === byteLength);
    parentPort?.postMessage({ outcome }, [...new Set(whole.map(({ buffer }) => buffer as ArrayBuffer))]);
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
