import { Readable } from 'node:stream';
import { AppError } from '@unspoken/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'range-parser';
import { keptForever } from '../http/assets.ts';
import { type FileStore, isFileName } from './store.ts';

const types: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
};

/**
 * Serves `GET /media/{name}` from the store, whole or one range of it (RFC 9110, section 14). A file never changes under its name, so it
 * may be kept for ever; and it is data, whatever is in it: no script runs in it, and no type is guessed.
 */
export function serveFiles(http: FastifyInstance, store: FileStore): void {
  http.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params;
    const [id, format = ''] = name.split('.');
    const type = types[format];
    const size = isFileName(name) && type ? await store.size(name) : undefined;
    if (size === undefined) throw new AppError('not_found');
    void reply.headers({
      'content-type': type,
      'cache-control': keptForever,
      'accept-ranges': 'bytes',
      etag: `"${id}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    if (request.headers['if-none-match']?.includes(`"${id}"`)) return reply.status(304).send();
    const range = rangeOf(request, size, `"${id}"`);
    if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${size}`).send();
    const length = range ? range.end - range.start + 1 : size;
    void reply.header('content-length', length);
    if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    // What nobody reads is not fetched from the store.
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await store.read(name, range));
  });
}

/** The one range that is asked for; undefined for the whole file, also where several ranges are asked for. */
function rangeOf(
  { headers }: FastifyRequest,
  size: number,
  tag: string,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined {
  const { range, 'if-range': condition } = headers;
  if (range === undefined || (condition !== undefined && condition !== tag)) return undefined;
  const { code, type, ranges } = parse(size, range);
  // A header that cannot be understood is ignored (RFC 9110, 14.2).
  if (code & 1 || type !== 'bytes') return undefined;
  if (ranges.length === 0) return 'unsatisfiable';
  return ranges.length === 1 ? ranges[0] : undefined;
}
