import type { Bug } from '../bug.ts';

const rooms = 'apps/server/src/encounters/room-registry.test.ts';
const encounters = 'apps/server/src/encounters/encounters.integration.test.ts';
const roomRegistry = 'apps/server/src/encounters/room-registry.ts';
const life = 'apps/server/src/encounters/room-lifecycle.ts';
const service = 'apps/server/src/matchmaking/service.ts';
const eligibility = 'apps/server/src/matchmaking/eligibility.ts';
const afterwards = 'apps/server/src/encounters/afterwards.ts';
const alone = 'apps/server/src/matchmaking/service.test.ts';
const store = 'apps/server/src/encounters/store.ts';
const lua = 'apps/server/src/matchmaking/state.lua';
const takeoverScript = 'apps/server/src/matchmaking/takeover.lua';
const stores = 'apps/server/src/encounters/store.integration.test.ts';
const book = 'apps/server/src/matchmaking/redis-state.integration.test.ts';

/** Matchmaking, rooms and their records. */
export const meeting: readonly Bug[] = [
  {
    name: 'a pairing that the records refuse stays open in the ledger',
    file: roomRegistry,
    from: 'await this.#ledger.ended(room, dissolvedRecord(clock.now()));\n        return false;',
    to: 'return false;',
    suite: rooms,
  },
  {
    name: 'a side that comes back is given up all the same',
    file: roomRegistry,
    from: '    side.stopWaiting?.();\n    side.join(',
    to: '    side.join(',
    suite: rooms,
  },
  {
    name: 'the wait for a side that is away goes on into the minute',
    file: 'apps/server/src/encounters/room.ts',
    from: '    for (const side of this.sides) side.stopWaiting?.();',
    to: "    if (this.#state.phase !== 'confirmed') for (const side of this.sides) side.stopWaiting?.();",
    suite: rooms,
  },
  {
    name: 'an older socket speaks for its side',
    file: roomRegistry,
    from: "if (side.connection?.id !== connection.id) throw new AppError('message_not_allowed');\n    const expected",
    to: 'const expected',
    suite: rooms,
  },
  {
    name: 'an older socket that closes late takes its side away',
    file: roomRegistry,
    from: 'else if (side.connection?.id === connection.id) {',
    to: 'else if (side.connection) {',
    suite: rooms,
  },
  {
    name: 'a socket that closes while its request is entered leaves an entry waiting',
    file: service,
    from: 'if (!this.reaches(entered.entry)) await',
    to: 'if (entered === undefined) await',
    suite: rooms,
  },
  {
    name: 'of several no-repeat hours, the last to end counts',
    file: 'apps/server/src/matchmaking/circumstances.ts',
    from: 'Math.min(...[...',
    to: 'Math.max(...[...',
    suite: rooms,
  },
  {
    name: 'the limit of connecting goes on into the minute',
    file: 'apps/server/src/encounters/room.ts',
    from: 'for (const stop of this.#timers.values()) stop();',
    to: "for (const [timer, stop] of this.#timers) if (timer !== 'connect') stop();",
    suite: rooms,
  },
  {
    name: 'a side that did not join before the end of the greeting is not waited for',
    file: life,
    from: 'for (const side of room.sides) if (!side.connection) side.stopWaiting = this.startReturnLimit(room, side);',
    to: '',
    suite: rooms,
  },
  {
    name: 'the second check covers only one of the two',
    file: eligibility,
    from: '...[first, second].map(({ accountId, pool }) => connectDenialReason(accountId, pool)),',
    to: '...[second].map(({ accountId, pool }) => connectDenialReason(accountId, pool)),',
    suite: alone,
  },
  {
    name: 'the second check misses a separation made meanwhile',
    file: eligibility,
    from: 'return denials.every((each) => each === undefined) && mayPair(waited, second, clock.now());',
    to: 'return denials.every((each) => each === undefined) && mayPair({ ...waited, avoid: {} }, second, clock.now());',
    suite: alone,
  },
  {
    name: 'a requeued member is not notified that another request took their position',
    file: service,
    from: "else this.sendRefusal(entry, 'open_elsewhere');",
    to: '',
    suite: alone,
  },
  {
    name: 'a cancel does not wait for the room that is about to open',
    file: service,
    from: 'await this.#opening.get(roomID)?.catch(() => {});',
    to: '',
    suite: alone,
  },
  {
    name: 'the older tab is not notified that the product is open elsewhere',
    file: service,
    from: "if ('replaced' in entered && entered.replaced) this.sendRefusal(entered.replaced, 'open_elsewhere');",
    to: '',
    suite: encounters,
    test: '[MAT-3]',
  },
  {
    name: 'a message counts though there is no thank',
    file: roomRegistry,
    from: "if (!side.thanked) throw new AppError('message_not_allowed');",
    to: '',
    suite: encounters,
    test: '[ENC-4]',
  },
  {
    name: 'sound passes',
    file: 'apps/server/src/encounters/descriptions.ts',
    from: 'if (!room.plan) return false;',
    to: 'if (!room.plan) return true;',
    suite: encounters,
    test: '[ENC-9]',
  },
  {
    name: 'a side that comes back receives everything again',
    file: roomRegistry,
    from: "side.resend(after === 'now' ? side.sentCount : after);",
    to: "side.resend(after === 'now' ? side.sentCount : 0);",
    suite: encounters,
    test: '[ENC-10]',
  },
  {
    name: 'the sender receives their own message',
    file: roomRegistry,
    from: 'room.other(from).send({ roomID',
    to: 'from.send({ roomID',
    suite: encounters,
    test: '[ENC-2]',
  },
  {
    name: 'a message that is no longer kept is answered with its number only',
    file: roomRegistry,
    from: "if (expected === 'later') throw new AppError('out_of_order');",
    to: '',
    suite: encounters,
    test: '[ENC-10]',
  },
  {
    name: 'the side that owed the greeting waits on',
    file: life,
    from: 'return side.position === 2 ? !side.hasGreeted : room.other(side).hasGreeted && !side.hasGreeted;',
    to: 'return false;',
    suite: encounters,
    test: '[ENC-1]',
  },
  {
    name: 'the window of a report is a day short',
    file: afterwards,
    from: 'clock.now() - endedAt > reportWindow)',
    to: 'clock.now() - endedAt > reportWindow - 24 * 3_600_000)',
    suite: 'apps/server/src/encounters/report-window.integration.test.ts',
  },
  {
    name: 'a report is accepted for ever',
    file: afterwards,
    from: "if (endedAt !== undefined && clock.now() - endedAt > reportWindow) throw new AppError('report_too_late');",
    to: '',
    suite: 'apps/server/src/encounters/report-window.integration.test.ts',
  },
  {
    name: 'an end that is reported twice counts with its last reason',
    file: store,
    from: '.where(and(eq(encounter.roomID, roomID), isNull(encounter.path)))',
    to: '.where(eq(encounter.roomID, roomID))',
    suite: stores,
  },
  {
    name: 'closing orphaned rooms frees people in other rooms too',
    file: store,
    from: 'await tx.delete(liveParticipant).where(rooms && inArray(liveParticipant.roomID, [...rooms]));',
    to: 'await tx.delete(liveParticipant);',
    suite: stores,
  },
  {
    name: 'an encounter counts as met from the pairing on',
    file: store,
    from: 'gte(encounter.connectedAt, date(since)),',
    to: 'gte(encounter.pairedAt, date(since)),',
    suite: stores,
  },
  {
    name: 'manual ends of the second person are counted for the first',
    file: store,
    from: "and(eq(encounter.b, accountId), eq(encounter.endReasonB, 'manual_self')),",
    to: "and(eq(encounter.b, accountId), eq(encounter.endReasonA, 'manual_self')),",
    suite: stores,
  },
  {
    name: 'totals are deleted with old records',
    file: store,
    from: 'for (const { receiver } of thanks) of(receiver).thanksReceived += 1;',
    to: '',
    suite: stores,
  },
  {
    name: 'old records that never ended are deleted too',
    file: store,
    from: '.where(and(lt(encounter.pairedAt, before), isNotNull(encounter.endedAt)))',
    to: '.where(lt(encounter.pairedAt, before))',
    suite: stores,
  },
  {
    name: 'the thank of one side is shown as that of the other',
    file: store,
    from: 'thanked: thanks.some(({ roomID, giver }) => roomID === row.roomID && giver === accountId),',
    to: 'thanked: thanks.some(({ roomID, receiver }) => roomID === row.roomID && receiver === accountId),',
    suite: stores,
  },
  {
    name: 'the state forgets the position of a request that is being requeued',
    file: lua,
    from: 'return isReserved and known.placeSince',
    to: 'return nil',
    suite: book,
  },
  {
    name: 'in Redis the no-repeat hour does not end exactly at its end',
    file: lua,
    from: "local till = people.avoid[other]\n    return not till or (till ~= 'ever' and tonumber(till) <= now)",
    to: "local till = people.avoid[other]\n    return not till or (till ~= 'ever' and tonumber(till) < now)",
    suite: book,
  },
  {
    name: 'in Redis the eligibility of the waiting person is ignored',
    file: lua,
    from: "if waits[2] and redis.call('SISMEMBER', keyOf('o', other), account) == 0 then",
    to: 'if false then',
    suite: book,
  },
  {
    name: 'Redis pairs with entries of a dead process',
    file: lua,
    from: 'if not waits[1] or not isAlive(waits[1], time) then',
    to: 'if not waits[1] then',
    suite: book,
  },
  {
    name: 'two processes take over the same rooms',
    file: takeoverScript,
    from: "redis.call('DEL', keyOf('rooms', node), keyOf('by', node))\n    redis.call('ZREM', T .. ':nodes', node)",
    to: '',
    suite: book,
  },
  {
    name: 'a room that both have left keeps its owner',
    file: lua,
    from: "redis.call('SREM', keyOf('rooms', owner), room)\n  return over",
    to: 'return over',
    suite: book,
  },
  {
    name: 'Redis counts people who left a pool as waiting in it',
    file: lua,
    from: "if redis.call('HINCRBY', T .. ':counts', waits[1], -1) <= 0 then",
    to: "if tonumber(redis.call('HGET', T .. ':counts', waits[1])) <= 1 then",
    suite: book,
  },
];
