import { presenceCount } from '@unspoken/contract/presence';
import type { Router } from '../platform/http/routes.ts';
import type { Presence } from './service.ts';

export function presenceRoutes(router: Router, presence: Presence): void {
  router.on(presenceCount, ({ caller }) => presence.counts(caller?.accountId));
}
