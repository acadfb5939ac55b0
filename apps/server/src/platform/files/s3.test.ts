import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { S3Files } from './s3.ts';

test('[PLA-31] S3: a list that comes in several answers is followed to its end', async () => {
  const nameOf = (i: number) => `${i.toString(16).padStart(32, '0')}.mp3`;
  /** Which objects each answer lists, by the token with which it is asked for; tokens are Base64. */
  const answers = new Map([
    [null, { listed: [0, 1], next: 'a+b/c==' }],
    ['a+b/c==', { listed: [2], next: 'd/e+=' }],
    ['d/e+=', { listed: [3, 4], next: undefined }],
  ]);
  const asked: (string | null)[] = [];
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? '', 'http://storage').searchParams.get('continuation-token');
    asked.push(token);
    const { listed = [], next } = answers.get(token) ?? {};
    const objects = listed.map((i) => `<Contents><Key>${nameOf(i)}</Key></Contents>`).join('');
    response.end(
      `<ListBucketResult>${objects}${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = new S3Files({ endpoint, region: 'auto', bucket: 'files', accessKeyId: 'key', secretAccessKey: 'secret' });
  const listed: string[] = [];
  for await (const name of store.names()) listed.push(name);
  expect(listed).toEqual([0, 1, 2, 3, 4].map(nameOf));
  expect(asked).toEqual([null, 'a+b/c==', 'd/e+=']);
  server.close();
});
