import type { Bug } from '../bug.ts';

const channel = 'packages/encounter/src/room-channel.ts';
const channels = 'packages/encounter/src/room-channel.test.ts';
const chart = 'packages/encounter/src/base-chart.ts';
const charts = 'packages/encounter/src/machine.test.ts';
const guards = 'packages/encounter/src/guards.ts';
const devices = 'packages/encounter/src/states-devices.ts';
const survival = 'packages/encounter/src/survival.test.ts';
const clock = 'packages/encounter/src/server-clock.ts';
const clocks = 'packages/encounter/src/server-clock.test.ts';
const simulation = 'simulation 1500 1';

/** The client: the chart, the channel of a room, and the browser. */
export const side: readonly Bug[] = [
  {
    name: 'a channel that recovers gives its room up all the same',
    file: channel,
    from: '#withSocket(): void {\n    this.#options.clock.clearTimeout(this.#giveUp);',
    to: '#withSocket(): void {',
    suite: channels,
  },
  {
    name: 'an answer for an older connection is accepted',
    file: channel,
    from: 'if (this.#closed || attempt !== this.#attempt) return;',
    to: 'if (this.#closed) return;',
    suite: channels,
  },
  {
    name: 'a channel accepts messages of another room',
    file: channel,
    from: "event.type === 'room message arrived' && event.message.roomID === options.roomID",
    to: "event.type === 'room message arrived'",
    suite: channels,
  },
  {
    name: 'a message is delivered twice',
    file: channel,
    from: 'if (message.seq <= this.#lastSeq) return;',
    to: 'if (message.seq <= this.#lastSeq) return this.#options.onMessage(message);',
    suite: 'packages/encounter/src/room-channel.test.ts',
  },
  {
    name: 'a duplicate message is requested again for ever',
    file: channel,
    from: 'if (message.seq <= this.#lastSeq) return;',
    to: '',
    suite: 'packages/encounter/src/room-channel.test.ts',
  },
  {
    name: 'a repeated message has no number',
    file: channel,
    from: 'outgoing.n ??= this.#nextNumber++;',
    to: 'outgoing.n = this.#nextNumber++;',
    suite: charts,
    test: '[SIDE-4]',
  },
  {
    name: 'the pauses of the language list are never used up',
    file: chart,
    from: 'pauseLeft: Math.max(0, pauseLeft - (ports.clock.now() - countdownSince)),',
    to: 'pauseLeft,',
    suite: charts,
  },
  {
    name: 'the countdown of the arrival restarts after the language list',
    file: chart,
    from: 'countdownLeft: Math.max(0, countdownLeft - (ports.clock.now() - countdownSince)),',
    to: 'countdownLeft,',
    suite: charts,
  },
  {
    name: 'an old frame counts as a moving picture',
    file: guards,
    from: 'peerConnected && frameAt !== undefined && ports.clock.now() - frameAt < durations.frameLost;',
    to: 'peerConnected && frameAt !== undefined;',
    suite: survival,
  },
  {
    name: 'a camera that recovers is not reported',
    file: devices,
    from: "            { type: 'send', params: { type: 'send ready', ready: { camera: 'back' } } },\n",
    to: '',
    suite: survival,
  },
  {
    name: 'the user’s own picture is shown before Start is pressed',
    file: devices,
    from: "          { target: '#encounter.inRoom.preparing', actions: ['take the camera'] },",
    to: "          { target: '#encounter.inRoom.preparing', actions: ['take the camera', 'show ourselves'] },",
    suite: charts,
    test: '[SIDE-3]',
  },
  {
    name: 'a connection is restarted by the wrong side',
    file: chart,
    from: "if (context.room?.position === 1) enqueue.sendTo('peer', { type: 'start over' });",
    to: "if (context.room?.position === 2) enqueue.sendTo('peer', { type: 'start over' });",
    suite: survival,
  },
  {
    name: 'the round trip of a time request is ignored',
    file: clock,
    from: 'this.#update(now - (sentAt + receivedAt) / 2, receivedAt - sentAt);',
    to: 'this.#update(now - receivedAt, receivedAt - sentAt);',
    suite: clocks,
  },
  {
    name: 'the offset of the server is added instead of subtracted',
    file: clock,
    from: 'serverInstant - this.#offset;',
    to: 'serverInstant + this.#offset;',
    suite: clocks,
  },
  {
    name: 'the server ends a minute as soon as one socket is gone',
    file: 'apps/server/src/encounters/room-registry.ts',
    from: "if (room.phase === 'confirmed') side.stopWaiting = this.#lifecycle.startReturnLimit(room, side);",
    to: 'side.stopWaiting = this.#lifecycle.startReturnLimit(room, side);',
    suite: simulation,
  },
  {
    name: 'signing out leaves another tab signed in',
    file: 'apps/web/src/platform/token.ts',
    from: 'if (event.key === key || event.key === null) listener();',
    to: 'if (event.key === null) listener();',
    suite: 'verification/e2e/pages/accounts.spec.ts',
  },
  {
    name: 'a refused form loses what was typed',
    file: 'apps/web/src/forms/use-contract-form.ts',
    from: 'setFailure(error);\n        if (!(error instanceof CallError)) return;',
    to: 'setFailure(error);\n        form.reset();\n        if (!(error instanceof CallError)) return;',
    suite: 'verification/e2e/pages/accounts.spec.ts',
  },
  {
    name: 'the language of a browser does not outlive a reload',
    file: 'apps/web/src/platform/i18n.ts',
    from: 'if (await show(language)) writeCookie(cookie, language);',
    to: 'await show(language);',
    suite: 'verification/e2e/pages/reading.spec.ts',
  },
  {
    name: 'a side begins by itself although the room does not know of its Start',
    file: guards,
    from: 'partnerReady && readyAcknowledged;',
    to: 'partnerReady;',
    suite: 'packages/encounter/src/minute.test.ts',
  },
  {
    name: 'a request for a new offer counts as an acknowledged Start',
    file: 'packages/encounter/src/actors.ts',
    from: '!command.ready?.again && ',
    to: '',
    suite: 'packages/encounter/src/minute.test.ts',
  },
  {
    name: 'a refused Start counts as acknowledged',
    file: 'packages/encounter/src/actors.ts',
    from: "!command.ready?.again && refusalOf(answer) === undefined) sendBack({ type: 'ready acknowledged' })",
    to: "!command.ready?.again) sendBack({ type: 'ready acknowledged' })",
    suite: 'packages/encounter/src/minute.test.ts',
  },
];
