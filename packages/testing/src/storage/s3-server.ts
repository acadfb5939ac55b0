import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bucket, credentials, region } from './s3-settings.ts';

const program = fileURLToPath(new URL('./s3-program.ts', import.meta.url));

/**
 * An S3 server with one empty bucket; what it needs to be used. It is a process of its own: it uses the accessor of prototypes, which is
 * disabled where the product runs.
 */
export async function startS3Server() {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [port] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the storage ended with ${code} before it was up`))),
  ]);
  const endpoint = `http://127.0.0.1:${String(port).trim()}`;
  return {
    settings: { endpoint, bucket, region, ...credentials },
    environment: {
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region },
      ...{ S3_ACCESS_KEY_ID: credentials.accessKeyId, S3_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
