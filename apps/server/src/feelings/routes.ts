import { noteChange, publicEffect } from '@unspoken/contract/feelings';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { feelingsLimits } from './limits.ts';
import type { Feelings } from './service.ts';

export function feelingsRoutes(router: Router, feelings: Feelings, limits: Limits): void {
  router.on(noteChange, async ({ caller, body: { roomID, change } }) => {
    await limits.use(feelingsLimits.feelingsPerAccount, caller.accountId);
    await feelings.note(caller.accountId, roomID, change);
    return { success: true };
  });
  router.on(publicEffect, async () => ({ effect: await feelings.effect() }));
}
