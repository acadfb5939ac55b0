import type { Bug } from '../bug.ts';

const bell = 'apps/server/src/notifications/bell.ts';
const times = 'apps/server/src/notifications/ring-times.ts';
const store = 'apps/server/src/notifications/store.ts';
const queue = 'apps/server/src/notifications/candidate-queue.ts';
const delivery = 'apps/server/src/notifications/delivery.ts';
const endpoint = 'apps/server/src/platform/push/endpoint.ts';
const pushTexts = 'apps/web/src/notifications/push-texts.ts';
const deliveryTest = 'apps/server/src/notifications/delivery.test.ts';
const pushTextsTest = 'apps/web/src/notifications/push-texts.test.ts';
const bellTest = 'apps/server/src/notifications/bell.test.ts';
const timesTest = 'apps/server/src/notifications/ring-times.test.ts';
const lastShown = 'apps/web/src/notifications/last-shown.ts';
const lastShownTest = 'apps/web/src/notifications/last-shown.test.ts';
const ringsTest = 'apps/web/src/notifications/rings.test.ts';
const storeTest = 'apps/server/src/notifications/store.integration.test.ts';

/** Calls while somebody waits. */
export const notifications: readonly Bug[] = [
  {
    name: 'the bell goes on after the pairing',
    file: bell,
    from: 'return waiting?.clickID === clickID && waiting.node === node;',
    to: 'return waiting === undefined || (waiting.clickID === clickID && waiting.node === node);',
    suite: bellTest,
  },
  {
    name: 'another time zone leaves a call put off for the quiet hours of the last one',
    file: 'apps/server/src/accounts/account-settings.ts',
    from: 'await this.onTimeZone.notify(tx, accountId);',
    to: '',
    suite: 'apps/server/src/notifications/notifications.integration.test.ts',
  },
  {
    name: 'the zone of a browser goes before the chosen one',
    file: 'apps/server/src/accounts/zone-store.ts',
    from: 'select coalesce(m.time_zone, (',
    to: 'select coalesce(null, (',
    suite: 'apps/server/src/accounts/account-settings.integration.test.ts',
  },
  {
    name: 'a single call that reached nobody is spent',
    file: store,
    from: 'const owed = asked && {',
    to: 'const owed = undefined && {',
    suite: storeTest,
  },
  {
    name: 'quiet hours are taken in UTC',
    file: times,
    from: 'const at = minuteOfDayIn(zone, now);',
    to: "const at = minuteOfDayIn('UTC', now);",
    suite: timesTest,
  },
  {
    name: 'a separation is ignored by the bell',
    file: bell,
    from: '!(await matchmaking.couldMeet(accountId, entry.pool, [entry]))',
    to: 'false',
    suite: bellTest,
  },
  {
    name: 'a ring is sent without a stamp',
    file: bell,
    from: 'if (!(await store.claim(type, candidate, stamp))) return false;',
    to: 'void store.claim(type, candidate, stamp);',
    suite: bellTest,
  },
  {
    name: 'two processes can claim one member',
    file: store,
    from: 'and last_rung_at is not distinct from ${seen}::timestamptz and ${stillAsks}',
    to: '',
    suite: storeTest,
  },
  {
    name: 'a member who was never called comes last',
    file: store,
    from: 'and (b.call_type is distinct from ${type} or b.call_until <= ${now}) ${among}\n        order by b.last_rung_at nulls first limit ${limit})`);',
    to: 'and (b.call_type is distinct from ${type} or b.call_until <= ${now}) ${among}\n        order by b.last_rung_at limit ${limit})`);',
    suite: storeTest,
  },
  {
    name: 'the cap is counted from midnight in UTC',
    file: times,
    from: 'const rungOn = dateIn(subscriber.zone, now);',
    to: "const rungOn = dateIn('UTC', now);",
    suite: timesTest,
  },
  {
    name: 'a member in a gathering is called out of it',
    file: queue,
    from: 'free.filter(({ accountId }) => !gathered.has(accountId))',
    to: 'free',
    suite: bellTest,
  },
  {
    name: 'a single call is made again and again',
    file: store,
    from: 'call_type = ${hasAsked ? sql`null` : sql`call_type`}, call_until = ${hasAsked ? sql`null` : sql`call_until`}',
    to: 'call_type = call_type',
    suite: storeTest,
  },
  {
    name: 'an answer by somebody else counts',
    file: store,
    from: 'where id = ${ringId} and account_id = ${accountId} and answered_at is null',
    to: 'where id = ${ringId} and answered_at is null',
    suite: storeTest,
  },
  {
    name: 'those who cannot be paired are looked at again at every call',
    file: queue,
    from: 'unmeetable: unmeetableFor, ',
    to: 'unmeetable: 0 * unmeetableFor, ',
    suite: bellTest,
  },
  {
    name: 'all who wait by one process attempt to call the same members',
    file: queue,
    from: 'if (next) return next;',
    to: 'if (next) {\n        line.free.unshift(next);\n        return next;\n      }',
    suite: bellTest,
  },
  {
    name: 'a call goes by push although the person has been paired',
    file: delivery,
    from: 'return holds && life > 0',
    to: 'return life > 0',
    suite: deliveryTest,
  },
  {
    name: 'a call goes by push beside an open page',
    file: delivery,
    from: "if ((await sockets.ask(accountId, event, page, durations.ringAcknowledgement)) > 0) return 'page';",
    to: 'await sockets.ask(accountId, event, page, durations.ringAcknowledgement);',
    suite: deliveryTest,
  },
  {
    name: 'a late push shows nothing',
    file: pushTexts,
    from: 'body: texts.lateText, silent: true',
    to: "body: '', silent: true",
    suite: pushTextsTest,
  },
  {
    name: 'a call that reached nobody counts as one without an answer',
    file: store,
    from: "if (!row || channel !== 'none') return;",
    to: 'return;',
    suite: storeTest,
  },
  {
    name: 'who is out of reach is looked at again at every call',
    file: queue,
    from: 'await store.reachable(far, false);',
    to: '',
    suite: bellTest,
  },
  {
    name: 'an endpoint may be any host that ends like a push service',
    file: endpoint,
    from: 'host === pattern;',
    to: 'host.endsWith(pattern);',
    suite: 'apps/server/src/platform/push/endpoint.test.ts',
  },
  {
    name: 'one public address makes a name public',
    file: 'apps/server/src/platform/push/public-addresses.ts',
    from: 'addresses.some(({ address }) => !isPublic(address))',
    to: '!addresses.some(({ address }) => isPublic(address))',
    suite: 'apps/server/src/platform/push/public-addresses.test.ts',
  },
  {
    name: 'a subscription that has ended is kept',
    file: 'apps/server/src/notifications/devices.ts',
    from: "outcome === 'gone' ? [device] : []",
    to: '[]',
    suite: 'apps/server/src/notifications/devices.integration.test.ts',
  },
  {
    name: 'a hidden page is counted as present',
    file: 'apps/server/src/presence/service.ts',
    from: "tab.present = state === 'present';",
    to: "tab.present = state !== 'absent';",
    suite: 'apps/server/src/presence/counts.integration.test.ts',
  },
  {
    name: 'a hidden page reports that it is present',
    file: 'packages/encounter/src/noted.ts',
    from: 'pageHidden && callsWanted',
    to: 'false',
    suite: 'packages/encounter/src/hidden.test.ts',
  },
  {
    name: 'quiet hours that were just chosen do not hold for members who were read before',
    file: store,
    from: 'and unanswered = ${unanswered} and quiet_from = ${quietFrom} and quiet_to = ${quietTo} and daily_cap = ${dailyCap}',
    to: 'and unanswered = ${unanswered} and ${quietFrom} = ${quietFrom} and ${quietTo} = ${quietTo} and ${dailyCap} = ${dailyCap}',
    suite: storeTest,
  },
  {
    name: 'somebody else can take over an endpoint',
    file: 'apps/server/src/notifications/device-store.ts',
    from: 'push_subscription.p256dh = excluded.p256dh and push_subscription.auth = excluded.auth',
    to: 'true',
    suite: 'apps/server/src/notifications/devices.integration.test.ts',
  },
  {
    name: 'an answer leaves the pause of a day',
    file: store,
    from: "unanswered = 0, not_before = least(not_before, last_rung_at + ${betweenRings} * interval '1 ms')",
    to: 'unanswered = 0',
    suite: storeTest,
  },
  {
    name: 'a member whose push service wants time counts as out of reach',
    file: queue,
    from: '!isNear[i] && pushableFrom === undefined',
    to: '!isNear[i]',
    suite: bellTest,
  },
  {
    name: 'a push service that wants time is not waited for',
    file: queue,
    from: 'pushableFrom <= now || ',
    to: 'pushableFrom < Infinity || ',
    suite: bellTest,
  },
  {
    name: 'who waits is notified of a call that reached nobody',
    file: bell,
    from: 'isDelivered && calling(entry)',
    to: 'calling(entry)',
    suite: bellTest,
  },
  {
    name: 'who was hidden when they answered is counted as hidden while they wait',
    file: 'packages/encounter/src/chart.ts',
    from: "export const pageIsShown = ['note that the page is shown', 'be present'] as const;",
    to: "export const pageIsShown = ['note that the page is shown'] as const;",
    suite: 'packages/encounter/src/hidden.test.ts',
  },
  {
    name: 'a single call is made right after another notification',
    file: store,
    from: 'where not b.is_unreachable and ${rested} and b.call_type',
    to: 'where not b.is_unreachable and b.call_type',
    suite: storeTest,
  },
  {
    name: 'who was read before another notification is called right after it',
    file: store,
    from: 'and (notified_at is null or notified_at <= ${new Date(stamp.now.getTime() - betweenNotifications)})',
    to: '',
    suite: storeTest,
  },
  {
    name: 'a connect request a minute after a call counts as its answer',
    file: lastShown,
    from: 'now - last.at <= answerTime',
    to: 'now - last.at <= gap',
    suite: lastShownTest,
  },
  {
    name: 'a connect request in any pool counts as the answer to a call',
    file: lastShown,
    from: 'switchOf(pool) === last.type && ',
    to: '',
    suite: lastShownTest,
  },
  {
    name: 'a call is shown in the space of a gathering',
    file: 'apps/web/src/notifications/rings.ts',
    from: 'isAtGathering() || ',
    to: '',
    suite: ringsTest,
  },
  {
    name: 'a page shows a second call within a minute',
    file: 'apps/web/src/notifications/rings.ts',
    from: ' || lastShown.isTooSoon(now)',
    to: '',
    suite: ringsTest,
  },
];
