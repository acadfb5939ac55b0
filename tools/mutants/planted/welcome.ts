import type { Bug } from '../bug.ts';

const lengths = 'packages/contract/src/lengths.test.ts';
const memory = 'apps/server/src/matchmaking/memory-state.test.ts';
const redis = 'apps/server/src/matchmaking/redis-state.integration.test.ts';
const service = 'apps/server/src/matchmaking/welcome.test.ts';
const meetings = 'apps/server/src/encounters/short-meetings.test.ts';
const chart = 'packages/encounter/src/lengths.test.ts';
const lobby = 'verification/e2e/stories/short-meetings.spec.ts';

/** Meetings shorter than the minute, and welcomers. */
export const welcome: readonly Bug[] = [
  {
    name: 'the longer of two lengths is the length of the meeting',
    file: 'packages/contract/src/lengths.ts',
    from: '(rank(one) < rank(other) ? one : other).length',
    to: '(rank(one) > rank(other) ? one : other).length',
    suite: lengths,
  },
  {
    name: 'the one who wishes less decides for both',
    file: 'packages/contract/src/lengths.ts',
    from: '(rank(one) > rank(other) ? one : other).orShorter',
    to: '(rank(one) < rank(other) ? one : other).orShorter',
    suite: lengths,
  },
  {
    name: 'a short meeting counts as a completed minute',
    file: 'apps/server/src/encounters/ledger.ts',
    from: '!plan?.isRehearsal && length === undefined',
    to: '!plan?.isRehearsal',
    suite: meetings,
  },
  {
    name: 'a process that takes a short meeting over lets it last a minute',
    file: 'apps/server/src/encounters/takeover.ts',
    from: '        length: row.length,\n',
    to: '',
    suite: meetings,
  },
  {
    name: 'the snapshot does not say that the meeting is short',
    file: 'apps/server/src/encounters/room-registry.ts',
    from: '...(room.length && { length: room.length }),',
    to: '',
    suite: meetings,
  },
  {
    name: 'a length is accepted in every pool',
    file: 'apps/server/src/matchmaking/admission.ts',
    from: '!(hasLengths && isAmongStrangers(requested))',
    to: '!hasLengths',
    suite: service,
  },
  {
    name: 'a newcomer waits for a welcomer a millisecond too long',
    file: 'apps/server/src/matchmaking/rules.ts',
    from: 'orderAfter === undefined || queuedAt + orderAfter <= now',
    to: 'orderAfter === undefined || queuedAt + orderAfter < now',
    suite: memory,
  },
  {
    name: 'only the wait of the newcomer ends the wait for a welcomer',
    file: 'apps/server/src/matchmaking/rules.ts',
    from: '!isInOrder(newcomer, now) && !isInOrder(other, now)',
    to: '!isInOrder(newcomer, now)',
    suite: memory,
  },
  {
    name: 'somebody is passed over again and again',
    file: 'apps/server/src/matchmaking/memory-state.ts',
    from: 'isInOrder(each, now) || this.#passedOver.get(each.accountId) === each.clickID',
    to: 'isInOrder(each, now)',
    suite: memory,
  },
  {
    name: 'in Redis somebody is passed over again and again',
    file: 'apps/server/src/matchmaking/pairing.lua',
    from: 'isInOrder(theirs, theirs.since, now) or theirs.isPassed',
    to: 'isInOrder(theirs, theirs.since, now)',
    suite: redis,
  },
  {
    name: 'in Redis a newcomer is paired with anybody',
    file: 'apps/server/src/matchmaking/pairing.lua',
    from: 'return newcomer.isNew and not other.welcomes and',
    to: 'return false and',
    suite: redis,
  },
  {
    name: 'a newcomer waits though no welcomer has come for long',
    file: 'apps/server/src/matchmaking/welcome.ts',
    from: '< durations.welcomersAbout',
    to: '< 2 * durations.welcomersAbout',
    suite: service,
  },
  {
    name: 'other processes do not hear of a welcomer',
    file: 'apps/server/src/matchmaking/welcome.ts',
    from: '    this.#options.bus.broadcast(topic, {});\n',
    to: '',
    suite: service,
  },
  {
    name: 'nobody looks when the wait for a welcomer is over',
    file: 'apps/server/src/matchmaking/circumstances.ts',
    from: 'orderAfter === undefined ? 0 : queuedAt + orderAfter',
    to: '0',
    suite: service,
  },
  {
    name: 'a newcomer who waits for a welcomer could meet nobody',
    file: 'apps/server/src/matchmaking/eligibility.ts',
    from: 'const { orderAfter: _, ...entry } =',
    to: 'const entry =',
    suite: service,
  },
  {
    name: 'users with completed minutes still ask for short meetings',
    file: 'packages/encounter/src/noted.ts',
    from: 'if (isNew && length) return',
    to: 'if (length) return',
    suite: chart,
  },
  {
    name: 'a reloaded page gives a short meeting a minute',
    file: 'packages/encounter/src/noted.ts',
    from: 'room: { roomID, position, ...(length && { length }) },',
    to: 'room: { roomID, position },',
    suite: chart,
  },
  {
    name: 'everybody is taken to agree to short meetings',
    file: 'apps/web/src/lobby/length-wish.ts',
    from: '...(stored.orShorter === true && { orShorter: true })',
    to: 'orShorter: true',
    suite: lobby,
  },
];
