import type { Bug } from '../bug.ts';

const listen = 'apps/server/src/platform/http/listen.ts';
const listenTest = 'apps/server/src/platform/http/listen.integration.test.ts';
const dismissal = 'apps/server/src/platform/socket/dismissal.ts';
const dismissalTest = 'apps/server/src/platform/socket/dismissal.test.ts';
const snapshot = 'apps/server/src/realtime/snapshot.ts';
const snapshotTest = 'apps/server/src/realtime/snapshot.test.ts';
const away = 'apps/server/src/platform/database/away.ts';
const awayTest = 'apps/server/src/platform/database/away.integration.test.ts';
const presence = 'apps/server/src/presence/service.ts';
const presenceTest = 'apps/server/src/presence/service.test.ts';

/** What thousands of people rely on when their process ends and they come back at once. */
export const returning: readonly Bug[] = [
  {
    name: 'a process accepts one connection in each turn',
    file: listen,
    from: 'const listeners = 16;',
    to: 'const listeners = 1;',
    suite: listenTest,
  },
  {
    name: 'two processes share a port unnoticed',
    file: listen,
    from: '  if (port !== 0) await tryOut({ port, host });\n',
    to: '',
    suite: listenTest,
  },
  {
    name: 'some sockets go on listening while a process ends',
    file: listen,
    from: 'each.close(resolve)',
    to: 'resolve(each)',
    suite: listenTest,
  },
  {
    name: 'an answer given while a process ends keeps its connection',
    file: 'apps/server/src/platform/http/server.ts',
    from: "    if (isEnding) void reply.header('connection', 'close');\n",
    to: '',
    suite: listenTest,
  },
  {
    name: 'sockets are closed however many people are on their way',
    file: dismissal,
    from: 'Math.min(atOnce, awayAtMost - this.#away.size)',
    to: 'Math.max(atOnce, awayAtMost - this.#away.size)',
    suite: dismissalTest,
  },
  {
    name: 'people who do not arrive are waited for without end',
    file: dismissal,
    from: 'if (askedAt - since >= awaitedFor) this.#away.delete(accountId);',
    to: 'if (askedAt - since >= 100 * awaitedFor) this.#away.delete(accountId);',
    suite: dismissalTest,
  },
  {
    name: 'people who have left by themselves are waited for elsewhere',
    file: dismissal,
    from: 'left.filter(({ accountId, id }) => gateway.find(accountId, id))',
    to: 'left.filter(({ id }) => id)',
    suite: dismissalTest,
  },
  {
    name: 'a process that ends never hurries',
    file: dismissal,
    from: 'now - beganAt < pacedFor',
    to: 'now >= beganAt',
    suite: dismissalTest,
  },
  {
    name: 'the other processes do not say who has arrived',
    file: dismissal,
    from: 'if (found.length > 0) bus.send(from, topics.found, found);',
    to: 'if (found.length > 1_000) bus.send(from, topics.found, found);',
    suite: dismissalTest,
  },
  {
    name: 'a socket whose state could not be read is left without it',
    file: snapshot,
    from: '(error) => isAway(error) && isOpen()',
    to: '(error) => isAway(error) && !isOpen()',
    suite: snapshotTest,
  },
  {
    name: 'the state of a socket that has closed is read on',
    file: snapshot,
    from: '(error) => isAway(error) && isOpen()',
    to: 'isAway',
    suite: snapshotTest,
  },
  {
    name: 'ten thousand sockets are sent every count',
    file: presence,
    from: 'if (this.#rest > 0) {',
    to: 'if (this.#rest > longestRest) {',
    suite: presenceTest,
  },
  {
    name: 'a few sockets wait for their counts as long as ten thousand',
    file: presence,
    from: 'Math.min(longestRest, Math.floor(sent / sentBeforeRest))',
    to: 'longestRest',
    suite: presenceTest,
  },
  {
    name: 'no connection in time is a fault of the query',
    file: away,
    from: 'timeout exceeded when trying to connect|',
    to: '',
    suite: awayTest,
  },
  {
    name: 'a connection that broke is a fault of the query',
    file: away,
    from: '|Connection terminated|',
    to: '|',
    suite: awayTest,
  },
  {
    name: 'every error of a query is answered as if the database were away',
    file: away,
    from: "return states.test(error.code ?? '');",
    to: 'return true;',
    suite: awayTest,
  },
  {
    name: 'what the query builder wraps is not looked into',
    file: 'apps/server/src/platform/database/driver-error.ts',
    from: '(error instanceof Error && error.cause) || error',
    to: 'error',
    suite: awayTest,
  },
  {
    name: 'a container starts Node with compiled calls out of WebAssembly',
    file: 'deploy/Containerfile',
    from: ' "--wasm-wrapper-tiering-budget=2147483647",',
    to: '',
    suite: 'apps/server/src/commands/start-command.test.ts',
  },
  {
    name: 'a call that fails because the database is away does not say when to ask again',
    file: 'apps/server/src/platform/http/server.ts',
    from: "known.code === 'unavailable' && outage",
    to: '0',
    suite: awayTest,
  },
];
