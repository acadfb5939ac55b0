import type { AnswerOf, Call } from '@unspoken/contract/call';
import { selectedExperienceData } from '@unspoken/contract/catalogue';
import { proven } from '@unspoken/contract/script-bed';
import { expect, test } from 'vitest';
import type { Exchange, Router } from '../platform/http/routes.ts';
import type { Catalogue } from './catalogue.ts';
import { catalogueRoutes } from './catalogue-routes.ts';

type Act = (exchange: Exchange<typeof selectedExperienceData>) => Promise<AnswerOf<typeof selectedExperienceData>>;

/** The handler of the script's call, for a caller whose room has the version `pinned`; the catalogue has the version `known`. */
function handler(pinned: string, known: string): Act {
  const acts = new Map<Call, unknown>();
  const router = { on: (call: Call, act: unknown) => void acts.set(call, act), registered: [] } as unknown as Router;
  const version = async (id: string) => (id === known ? { script: proven, isRehearsal: false } : undefined);
  catalogueRoutes(router, {
    catalogue: { version, addressOf: (media: string) => media } as unknown as Catalogue,
    accounts: { byId: async () => undefined },
    encounters: { scriptVersionOf: async () => pinned },
  });
  return acts.get(selectedExperienceData) as Act;
}

const exchange = {
  body: { type: 'questions', position: 1, language: 'en' },
  caller: { accountId: 'ann' },
} as unknown as Parameters<Act>[0];

test('[EXP-28] a script that cannot be found is refused by its own error, which the client may try again', async () => {
  expect(await handler('first', 'first')(exchange)).toMatchObject({ type: 'questions' });
  await expect(handler('first', 'second')(exchange)).rejects.toMatchObject({ code: 'experience_data_failed', status: 503 });
});
