import { createHash, createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignatureV4 } from '@smithy/signature-v4';
import S3rver from 's3rver';
import { bucket, credentials, region } from './s3-settings.ts';

/** An S3 server on a free port, which it prints, with one empty bucket. It refuses wrong signatures. */

withoutDES();
const directory = await mkdtemp(join(tmpdir(), 'unspoken-s3-'));
const storage = new S3rver({ silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] });
await storage.configureBuckets();
const answer = storage.callback() as RequestListener;
const server = createServer((request, response) => {
  void isSigned(request).then((isRight) => (isRight ? answer(request, response) : response.writeHead(403).end()));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
// It ends with the test that has started it, also if that was killed.
process.stdin.resume().once('end', () => {
  rmSync(directory, { recursive: true });
  process.exit();
});

/**
 * Whether a request has the signature of AWS's own library: the storage checks only older ones. Source: AWS Signature Version 4.
 */
async function isSigned({ method = '', url = '', headers }: IncomingMessage): Promise<boolean> {
  const { authorization = '', 'x-amz-date': date } = headers;
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const at = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(date));
  if (!at) return false;
  const [, year, month, day, hour, minute, second] = at;
  const { pathname, searchParams, hostname } = new URL(url, 'http://storage');
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256: Hash, uriEscapePath: false });
  const signed = await signer.sign(
    {
      ...{ method, hostname, path: pathname, protocol: 'http:', query: Object.fromEntries(searchParams) },
      headers: Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])])),
    },
    { signingDate: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) },
  );
  const signatureOf = (of: string) => /Signature=([0-9a-f]{64})/.exec(of)?.[1];
  return (
    signatureOf(authorization) !== undefined && signatureOf(authorization) === signatureOf(signed.headers.authorization ?? '')
  );
}

/** SHA-256 as that library uses it. */
class Hash {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', Buffer.from(secret as Uint8Array));
  }
  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

/** The storage encrypts the tokens of long lists with DES, which OpenSSL 3 does not have any more: any other cipher does. */
function withoutDES(): void {
  const crypto = createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
  const wide = (bytes: Buffer) => Buffer.concat([bytes, bytes]);
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const known = crypto[name] as unknown as (algorithm: string, key: Buffer, iv: Buffer) => never;
    const replaced = (algorithm: string, key: Buffer, iv: Buffer) =>
      algorithm === 'des' ? known('aes-128-cbc', wide(key), wide(iv)) : known(algorithm, key, iv);
    Object.assign(crypto, { [name]: replaced });
  }
}
