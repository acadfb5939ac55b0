import { AppError } from '@unspoken/contract/errors';
import { languageAmong } from '@unspoken/contract/languages';
import type { FastifyInstance } from 'fastify';
import { type Limits, networkKey } from '../platform/limits.ts';
import { gatheringLimits } from './limits.ts';
import type { Previews } from './previews.ts';
import type { ShareCards } from './share-cards.ts';

interface ShareCardRoutesOptions {
  readonly previews: Previews;
  readonly cards: Pick<ShareCards, 'render'>;
  readonly limits: Limits;
  readonly productName: string;
}

/** Serves the pictures that link previews of gatherings show. */
export function serveShareCards(http: FastifyInstance, { previews, cards, limits, productName }: ShareCardRoutesOptions): void {
  http.get<{ Params: { gatheringID: string }; Querystring: { lang?: unknown } }>(
    '/api/v1/gatherings/:gatheringID/card.png',
    async (request, reply) => {
      await limits.use(gatheringLimits.publicFilePerAddress, networkKey(request.ip));
      const row = await previews.gathering(request.params.gatheringID);
      if (!row) throw new AppError('not_found');
      const { lang } = request.query;
      const { name, when } = previews.texts(row, languageAmong(typeof lang === 'string' ? lang : undefined));
      const card = await cards.render({ product: productName, name, when });
      return reply
        .headers({ 'content-type': 'image/png', 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
        .send(card);
    },
  );
}
