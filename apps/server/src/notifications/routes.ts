import {
  callMe,
  changeNotificationRequests,
  changeNotificationSettings,
  notificationRequests,
  notificationSettings,
} from '@unspoken/contract/notifications';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import { notificationLimits } from './limits.ts';
import type { Notifications } from './service.ts';

interface NotificationRoutesOptions {
  readonly notifications: Notifications;
  readonly limits: Limits;
}

export function notificationRoutes(router: Router, { notifications, limits }: NotificationRoutesOptions): void {
  const use = (accountId: string) => limits.use(notificationLimits.notificationPerAccount, accountId);
  router.on(notificationRequests, async ({ caller }) => ({
    experienceTypes: await notifications.requests(caller.accountId),
  }));
  router.on(changeNotificationRequests, async ({ caller, body }) => {
    await use(caller.accountId);
    return { experienceTypes: await notifications.setRequests(caller.accountId, body.experienceTypes) };
  });
  router.on(notificationSettings, ({ caller }) => notifications.settings(caller.accountId));
  router.on(changeNotificationSettings, async ({ caller, body }) => {
    await use(caller.accountId);
    return notifications.changeSettings(caller.accountId, body);
  });
  router.on(callMe, async ({ caller, body }) => {
    await use(caller.accountId);
    return notifications.callMe(caller.accountId, body.experienceType, body.off);
  });
}
