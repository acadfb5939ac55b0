import type { TableClasses } from './column-classes.ts';

const withAccount = 'with the account';

/** The tables of calls and rendezvous. */
export const notificationTables: Readonly<Record<string, TableClasses>> = {
  notification_request: {
    goes: withAccount,
    columns: {
      account_id: 'internal',
      experience_type: ['personal', 'notificationRequests[].experienceType'],
      requested_at: 'internal',
    },
  },
  bell_setting: {
    goes: withAccount,
    columns: {
      account_id: 'internal',
      quiet_from: ['personal', 'bell.quietFrom'],
      quiet_to: ['personal', 'bell.quietTo'],
      daily_cap: ['personal', 'bell.dailyCap'],
      last_rung_at: ['personal', 'bell.lastRungAt'],
      notified_at: ['personal', 'bell.notifiedAt'],
      rung_on: ['personal', 'bell.rungOn'],
      rung_count: ['personal', 'bell.rungCount'],
      unanswered: ['personal', 'bell.unanswered'],
      not_before: ['personal', 'bell.notBefore'],
      call_type: ['personal', 'bell.callType'],
      call_until: ['personal', 'bell.callUntil'],
      is_unreachable: ['personal', 'bell.isUnreachable'],
    },
  },
  rendezvous: {
    goes: 'with the account, or after the time in the table of retention',
    columns: {
      id: 'internal',
      account_id: 'internal',
      starts_at: ['personal', 'rendezvous[].startsAt'],
      pool_type: ['personal', 'rendezvous[].poolType'],
      chosen_at: ['personal', 'rendezvous[].chosenAt'],
      checked_at: ['personal', 'rendezvous[].checkedAt'],
      called_at: ['personal', 'rendezvous[].calledAt'],
      came_at: ['personal', 'rendezvous[].cameAt'],
    },
  },
  push_subscription: {
    goes: 'with the account, or its session',
    columns: {
      id: 'internal',
      account_id: 'internal',
      session_id: 'internal',
      endpoint: ['sensitive', 'pushSubscriptions[].endpoint'],
      p256dh: 'secret',
      auth: 'secret',
      created_at: ['personal', 'pushSubscriptions[].createdAt'],
      wait_until: 'internal',
    },
  },
  push_key: {
    goes: 'never: it is about nobody',
    columns: { name: 'public', public_key: 'public', private_key: 'secret', created_at: 'internal' },
  },
  ring: {
    goes: 'with the account, or after the time in the table of retention',
    columns: {
      id: 'internal',
      account_id: 'internal',
      rung_at: ['personal', 'rings[].rungAt'],
      channel: ['personal', 'rings[].channel'],
      answered_at: ['personal', 'rings[].answeredAt'],
    },
  },
};
