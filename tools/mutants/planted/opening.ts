import type { Bug } from '../bug.ts';

const places = 'apps/server/src/membership/place-store.ts';
const wires = 'apps/server/src/platform/socket/wires.ts';
const paced = 'apps/server/src/platform/database/paced.ts';
const ticket = 'apps/server/src/platform/socket/ticket-timeout.integration.test.ts';
const paidElsewhereTest = 'apps/server/src/membership/paid-elsewhere.test.ts';
const pacedTest = 'apps/server/src/platform/database/paced.test.ts';
const encounterStores = 'apps/server/src/encounters/store.integration.test.ts';

/** What everybody needs who opens the application, read in batches, and what thousands of them at once must not break. */
export const opening: readonly Bug[] = [
  {
    name: 'a socket without a ticket may stay open',
    file: wires,
    from: 'if (left === 0) cutOff(wire);',
    to: 'if (left === 0) return;',
    suite: ticket,
  },
  {
    name: 'a socket is cut off while its ticket is being checked',
    file: wires,
    from: 'if (this.#peers.get(wire)?.names.length !== 0) return;',
    to: 'if (this.#peers.get(wire)?.isIdentified) return;',
    suite: ticket,
  },
  {
    name: 'a pause of the process is counted against requests',
    file: 'apps/server/src/platform/http/open.ts',
    from: '  forgiveOwnDelays(http.server, ownDelays);\n',
    to: '',
    suite: 'apps/server/src/platform/http/own-delays.test.ts',
  },
  {
    name: 'a pause of the process is counted against tickets',
    file: wires,
    from: 'const ticketSteps = 5;',
    to: 'const ticketSteps = 1;',
    suite: 'apps/server/src/platform/socket/wires.test.ts',
  },
  {
    name: 'answers to pings count before the ticket is checked',
    file: wires,
    from: "if (type !== 'pong') sent += 1;",
    to: 'sent += type.length > 0 ? 1 : 0;',
    suite: ticket,
  },
  {
    name: 'answers to pings are never too many',
    file: wires,
    from: 'allowance.isForfeit || (!peer.isIdentified && sent > packetsBeforeIdentified)',
    to: '(peer.isIdentified && allowance.isForfeit) || (!peer.isIdentified && sent > packetsBeforeIdentified)',
    suite: ticket,
  },
  {
    name: 'a connection gives way while its ticket is being checked',
    file: 'apps/server/src/platform/http/unidentified-connections.ts',
    from: 'if (!hasTicket && !request?.complete)',
    to: 'if ((!hasTicket || hasTicket) && !request?.complete)',
    suite: 'apps/server/src/platform/http/unidentified-connections.test.ts',
  },
  {
    name: 'a place counts after its end',
    file: places,
    from: 'each.beginsAt <= at && each.endsAt > at && countsAt',
    to: 'each.beginsAt <= at && countsAt',
    suite: paidElsewhereTest,
  },
  {
    name: 'a place counts at another account of the provider',
    file: places,
    from: 'paidAt === null || paidAt === providerAccount;',
    to: 'paidAt === null || paidAt !== undefined || providerAccount === undefined;',
    suite: paidElsewhereTest,
  },
  {
    name: 'every place counts as a trial',
    file: places,
    from: 'some((each) => each.kind === kind)',
    to: 'some((each) => each.kind !== undefined || each.kind === kind)',
    suite: paidElsewhereTest,
  },
  {
    name: 'a membership at another account of the provider counts',
    file: 'apps/server/src/membership/membership-store.ts',
    from: 'return rows.find((row) => row.providerAccount === providerAccount);',
    to: 'return rows[0];',
    suite: paidElsewhereTest,
  },
  {
    name: 'thanks count for the one who gave them',
    file: 'apps/server/src/encounters/counting-store.ts',
    from: 'select ${thank.receiver}, 0, count(*), 0',
    to: 'select ${thank.giver}, 0, count(*), 0',
    suite: encounterStores,
  },
  {
    name: 'a disk that is slow is given as much as before',
    file: paced,
    from: 'Math.min(most, 2 * size, Math.floor((size * aim) / took))',
    to: 'Math.min(most, 2 * size)',
    suite: pacedTest,
  },
  {
    name: 'the waits of today count as those of yesterday',
    file: 'apps/server/src/waits/store.ts',
    from: 'ago = 2 as yesterday',
    to: 'ago = 1 as yesterday',
    suite: 'apps/server/src/waits/store.integration.test.ts',
  },
  {
    name: 'a first move of a gathering is not mailed',
    file: 'apps/server/src/gatherings/store.ts',
    from: 'gt(gathering.revision, 0)',
    to: 'gt(gathering.revision, 1)',
    suite: 'apps/server/src/gatherings/reminders.integration.test.ts',
  },
  {
    name: 'reminders of the day before come as late as those of the minutes before',
    file: 'apps/server/src/gatherings/store.ts',
    from: 'one > other ? one : other',
    to: 'one < other ? one : other',
    suite: 'apps/server/src/gatherings/reminders.integration.test.ts',
  },
];
