import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startWorld } from '@unspoken/testing/world';
import { expect, test } from 'vitest';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

/** A collector that keeps the request bodies as they arrive. */
async function collector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body): Span[] =>
        JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
          resource.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    stop: () => new Promise((resume) => server.close(resume)),
  };
}

test('[OPS-12] a collector receives spans of calls, events, jobs and their queries, without personal data', async () => {
  const { url, text, spans, stop } = await collector();
  const world = await startWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const ann = await world.member('Ann Quill');
  const socket = await ann.socket();
  await socket.emit('connectClick', { clickID: 'a secret id' });
  await socket.emit('a made-up event of somebody@example.org', {});
  await world.call('/api/v1/somewhere/secret-of-ann', {});
  socket.close();
  await world.close();
  const all = spans();
  const names = new Set(all.map(({ name }) => name));
  for (const name of ['POST /api/v1/account/register', 'connectClick', 'unknown event', 'job mail', 'sql select', 'sql insert'])
    expect([...names], name).toContain(name);
  // What a call asked the database stands below it.
  const call = all.find(({ name }) => name === 'POST /api/v1/account/register');
  const below = all.filter(({ parentSpanId, traceId }) => parentSpanId === call?.spanId && traceId === call?.traceId);
  expect(below.some(({ name }) => name.startsWith('sql '))).toBe(true);
  const connectSpan = all.find(({ name }) => name === 'connectClick');
  expect(all.some(({ parentSpanId }) => parentSpanId === connectSpan?.spanId)).toBe(true);
  for (const secret of ['Quill', 'quill', ann.token, ann.userId, 'somebody@', 'secret-of-ann', 'a secret id'])
    expect(text(), secret).not.toContain(secret);
  await stop();
});
