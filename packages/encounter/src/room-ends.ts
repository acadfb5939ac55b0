/** The ends of a room that this side brings about, as transitions. The server's answer to the close names the end for both. */

export const failed = {
  target: '#encounter.disconnected',
  actions: [
    { type: 'end', params: { reason: 'ice_failure' } },
    { type: 'send', params: { type: 'send close', close: { iceFailure: true } } },
  ],
} as const;
export const cancelled = {
  target: '#encounter.disconnected',
  actions: [
    { type: 'end', params: { reason: 'cancel_self' } },
    { type: 'send', params: { type: 'send close', close: {} } },
  ],
} as const;
export const timedOut = {
  target: '#encounter.disconnected',
  actions: [
    { type: 'end', params: { reason: 'timeout_self' } },
    { type: 'send', params: { type: 'send close', close: { byTimeout: true } } },
  ],
} as const;

export const ended = {
  target: '#encounter.disconnected',
  actions: [
    { type: 'end', params: { reason: 'manual_self' } },
    { type: 'send', params: { type: 'send close', close: {} } },
  ],
} as const;
export const minuteOver = {
  target: '#encounter.disconnected',
  actions: [{ type: 'end', params: { reason: 'natural' } }],
} as const;
