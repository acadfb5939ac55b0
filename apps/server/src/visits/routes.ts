import { noteVisit } from '@unspoken/contract/visits';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { visitLimits } from './limits.ts';
import type { Visits } from './service.ts';

export function visitRoutes(router: Router, visits: Visits, limits: Limits): void {
  router.on(noteVisit, async ({ body, address }) => {
    await limits.use(visitLimits.visitPerAddress, address);
    await visits.note(body);
    return { success: true };
  });
}
