import {
  callMe,
  changeNotificationRequests,
  changeNotificationSettings,
  notificationRequests,
  notificationSettings,
  subscribeDevice,
  testCall,
  unsubscribeDevice,
} from '@unspoken/contract/notifications';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Devices } from './devices.ts';
import { notificationLimits } from './limits.ts';
import type { Notifications } from './service.ts';

interface NotificationRoutesOptions {
  readonly notifications: Notifications;
  readonly devices: Devices;
  readonly limits: Limits;
}

export function notificationRoutes(router: Router, { notifications, devices, limits }: NotificationRoutesOptions): void {
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
  router.on(subscribeDevice, async ({ caller, body }) => {
    await use(caller.accountId);
    await devices.subscribe(caller, body);
    return notifications.settings(caller.accountId);
  });
  router.on(unsubscribeDevice, async ({ caller, body }) => {
    await use(caller.accountId);
    await devices.unsubscribe(caller.accountId, body.endpoint);
    return notifications.settings(caller.accountId);
  });
  router.on(testCall, async ({ caller }) => {
    await limits.use(notificationLimits.testCallPerAccount, caller.accountId);
    return devices.test(caller.accountId);
  });
}
