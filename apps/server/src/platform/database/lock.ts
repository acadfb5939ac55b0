import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

/**
 * Two processes on one embedded folder lose data silently. On Linux the lock is an abstract unix socket named after the
 * folder: it vanishes with the process, however that ends. On Windows a named pipe does the same; elsewhere a socket
 * file in `/tmp` is used.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = `unspoken-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`;
  const address =
    process.platform === 'linux' ? `\0${name}` : process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `/tmp/${name}.lock`;
  const server: Server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`DATA_DIR ${folder} is in use by another running process`) : error),
    );
    server.listen(address, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}
