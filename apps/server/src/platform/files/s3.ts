import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { type ByteRange, type FileStore, isFileName } from './store.ts';

/** A bucket of an S3-compatible storage, addressed by path: `{endpoint}/{bucket}/{name}`. */
export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** How long the storage may take to answer, ms, and to take a file, bytes/ms; and how often what it could not do just now is tried again. */
const [patience, slowest] = [30_000, 100];
const retries = 2;

/**
 * Files in a bucket, each an object under its name. An object is stored by one request: it exists completely or not at all. Source: Amazon
 * S3 API reference, version 2006-03-01 (PutObject, HeadObject, GetObject, DeleteObject, ListObjectsV2).
 */
export class S3Files implements FileStore {
  readonly #client: AwsClient;
  readonly #bucket: string;

  constructor({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
    this.#bucket = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    if ((await this.size(name)) !== undefined) return;
    const body = new Uint8Array(bytes);
    await this.#ask('PUT', this.#address(name), {
      ...{ body, headers: { 'content-type': 'application/octet-stream' } },
      signal: AbortSignal.timeout(patience + Math.ceil(bytes.length / slowest)),
    });
  }

  async size(name: string): Promise<number | undefined> {
    const answer = await this.#ask('HEAD', this.#address(name), {}, [404]);
    return answer.status === 404 ? undefined : Number(answer.headers.get('content-length'));
  }

  async read(name: string, range?: ByteRange): Promise<Readable> {
    // However long its reader takes: the limits on silence are those of `fetch`.
    const init = { signal: null, ...(range && { headers: { range: `bytes=${range.start}-${range.end}` } }) };
    const answer = await this.#ask('GET', this.#address(name), init);
    // A storage that knows no ranges would answer with the whole file.
    if (range && answer.status !== 206) throw new Error(`the storage answered ${answer.status} to a range`);
    return Readable.fromWeb(answer.body as ReadableStream);
  }

  async remove(name: string): Promise<void> {
    await this.#ask('DELETE', this.#address(name), {}, [404]);
  }

  async *names(): AsyncIterable<string> {
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', ...(token !== undefined && { 'continuation-token': token }) });
      const listed = await (await this.#ask('GET', `${this.#bucket}?${query}`)).text();
      // Names have no character that XML would escape; anything else in the bucket is not ours.
      for (const [, name = ''] of listed.matchAll(/<Key>([^<]+)<\/Key>/g)) if (isFileName(name)) yield name;
      token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(listed)?.[1];
    } while (token !== undefined);
  }

  async #ask(
    method: string,
    address: string,
    init: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string>; signal?: AbortSignal | null } = {},
    expected: readonly number[] = [],
  ): Promise<Response> {
    const answer = await this.#client.fetch(address, { method, signal: AbortSignal.timeout(patience), ...init });
    if (answer.ok || expected.includes(answer.status)) return answer;
    await answer.body?.cancel();
    throw new Error(`the storage answered ${answer.status} to ${method}`);
  }

  #address(name: string): string {
    if (!isFileName(name)) throw new Error('this is not the name of a file of the store');
    return `${this.#bucket}/${name}`;
  }
}
