import { createHash } from 'node:crypto';
import { AppError } from '@unspoken/contract/errors';
import { languageAmong } from '@unspoken/contract/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Limits, networkKey } from '../platform/limits.ts';
import type { Calendars } from './calendars.ts';
import { gatheringLimits } from './limits.ts';

const suffix = '.ics';

/** Answers with a calendar file, or that the reader has it already. Throws `not_found` without one. */
function answer(request: FastifyRequest, reply: FastifyReply, file: string | undefined, name: string): FastifyReply {
  if (file === undefined) throw new AppError('not_found');
  const etag = `"${createHash('sha256').update(file).digest('base64url')}"`;
  void reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
  return reply
    .header('content-type', 'text/calendar; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}${suffix}"`)
    .send(file);
}

/** The calendar files, which calendar programs fetch without a token of an account. */
export function serveCalendars(http: FastifyInstance, calendars: Calendars, limits: Limits): void {
  http.get<{ Params: { file: string } }>('/api/v1/gatherings/:file', async (request, reply) => {
    const { file } = request.params;
    if (!file.endsWith(suffix)) throw new AppError('not_found');
    await limits.use(gatheringLimits.publicFilePerAddress, networkKey(request.ip));
    const language = languageAmong(request.headers['accept-language']?.slice(0, 2));
    return answer(request, reply, await calendars.file(file.slice(0, -suffix.length), language), 'gathering');
  });
  http.get<{ Params: { file: string } }>('/api/v1/calendar/:file', async (request, reply) => {
    const { file } = request.params;
    if (!file.endsWith(suffix)) throw new AppError('not_found');
    await limits.use(gatheringLimits.publicFilePerAddress, networkKey(request.ip));
    return answer(request, reply, await calendars.feed(file.slice(0, -suffix.length)), 'calendar');
  });
}
