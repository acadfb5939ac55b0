import { parentPort } from 'node:worker_threads';
import type { ShareCardText } from './share-card.ts';
import { drawShareCard } from './share-card-drawing.ts';

/** The share cards' own thread: a drawing takes longer than the server's event loop may be blocked. */

// Names of gatherings are drawn here: no text may ever cause a request.
Reflect.deleteProperty(globalThis, 'fetch');

parentPort?.on('message', async (text: ShareCardText) => {
  try {
    const png = await drawShareCard(text);
    parentPort?.postMessage({ png }, [png.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
