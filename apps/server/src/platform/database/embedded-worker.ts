import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { EmbeddedServer } from './embedded-server.ts';

/**
 * The embedded database's own thread: in the server's thread it would starve the event loop. Speaks PostgreSQL's
 * protocol on a private unix socket, so that there is one driver and one code path for both databases.
 */
const { folder, socket } = workerData as { folder: string | undefined; socket: string };

const db = await PGlite.create(folder, { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] });
const server = new EmbeddedServer(db);
await server.listen(socket);

parentPort?.once('message', async () => {
  await server.close();
  await db.close();
  parentPort?.postMessage('closed');
});
parentPort?.postMessage('ready');
