import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignatureV4 } from '@smithy/signature-v4';
import S3rver from 's3rver';

const bucket = 'files';
const region = 'us-east-1';
// The only account that the server knows.
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** An S3 server on a free port, with one empty bucket; what it needs to be used. It refuses wrong signatures. */
export async function startS3Server() {
  withoutDES();
  const directory = await mkdtemp(join(tmpdir(), 'unspoken-s3-'));
  const storage = new S3rver({ silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] });
  await storage.configureBuckets();
  const answer = storage.callback() as RequestListener;
  const server = createServer((request, response) => {
    void isSigned(request).then((isRight) => (isRight ? answer(request, response) : response.writeHead(403).end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { endpoint, bucket, region, ...credentials },
    environment: {
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region },
      ...{ S3_ACCESS_KEY_ID: credentials.accessKeyId, S3_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
}

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

let isWithoutDES = false;
/** The storage encrypts the tokens of long lists with DES, which OpenSSL 3 does not have any more: any other cipher does. */
function withoutDES(): void {
  if (isWithoutDES) return;
  isWithoutDES = true;
  const crypto = createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
  const wide = (bytes: Buffer) => Buffer.concat([bytes, bytes]);
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const known = crypto[name] as unknown as (algorithm: string, key: Buffer, iv: Buffer) => never;
    const replaced = (algorithm: string, key: Buffer, iv: Buffer) =>
      algorithm === 'des' ? known('aes-128-cbc', wide(key), wide(iv)) : known(algorithm, key, iv);
    Object.assign(crypto, { [name]: replaced });
  }
}
