import type { Bug } from '../bug.ts';

const redis = 'apps/server/src/platform/redis/redis.integration.test.ts';

/** The platform: what processes share, and batched queries. */
export const platform: readonly Bug[] = [
  {
    name: 'a window in Redis never ends',
    file: 'apps/server/src/platform/redis/redis-counters.ts',
    from: "if used == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end",
    to: '',
    suite: redis,
  },
  {
    name: 'a limit in Redis allows one use more',
    file: 'apps/server/src/platform/redis/redis-counters.ts',
    from: 'if used <= tonumber(ARGV[1]) then return 0 end',
    to: 'if used <= tonumber(ARGV[1]) + 1 then return 0 end',
    suite: redis,
  },
  {
    name: 'the names of counters can be read from Redis',
    file: 'apps/server/src/platform/redis/redis-counters.ts',
    from: "${space}:limit:${keys.hash('limit', key)}",
    to: '${space}:limit:${key}',
    suite: redis,
  },
  {
    name: 'while Redis is away nothing is counted',
    file: 'apps/server/src/platform/redis/redis-counters.ts',
    from: '() => meanwhile.take(key, limit)',
    to: 'async () => 0 * Number(meanwhile === undefined)',
    suite: redis,
  },
  {
    name: 'a one-time token can be used once in each process',
    file: 'apps/server/src/platform/redis/redis-one-time-tokens.ts',
    from: "'PX', lifetime, 'NX'",
    to: "'PX', lifetime",
    suite: redis,
  },
  {
    name: 'a window in memory is one use wider',
    file: 'apps/server/src/platform/memory-counters.ts',
    from: 'if (window.count >= limit.count)',
    to: 'if (window.count > limit.count)',
    suite: 'apps/server/src/platform/limits.test.ts',
  },
  {
    name: 'after a database failure each query of a batch is repeated',
    file: 'apps/server/src/platform/database/batch.ts',
    from: 'if (some.length > 1 && isCausedByOne(error))',
    to: 'if (some.length > 1)',
    suite: 'apps/server/src/platform/database/batch.test.ts',
  },
  {
    name: 'one bad query of a batch fails all',
    file: 'apps/server/src/platform/database/batch.ts',
    from: 'if (some.length > 1 && isCausedByOne(error))',
    to: 'if (some.length < 0 && isCausedByOne(error))',
    suite: 'apps/server/src/platform/database/batch.test.ts',
  },
  {
    name: 'a ticket opens any number of sockets',
    file: 'apps/server/src/realtime/tickets.ts',
    from: 'if (!(await tokens.claim(name, 2 * lifetime))) return undefined;',
    to: 'await tokens.claim(name, 2 * lifetime);',
    suite: 'apps/server/src/encounters/encounters.integration.test.ts',
    test: '[PRE-4]',
  },
  {
    name: 'a person with two tabs is offline when the first closes',
    file: 'apps/server/src/presence/service.ts',
    from: 'if (present && lastBeat > oldest) return true;\n  return false;',
    to: 'if (!present || lastBeat <= oldest) return false;\n  return true;',
    suite: 'apps/server/src/encounters/encounters.integration.test.ts',
    test: '[PRE-1]',
  },
  {
    name: 'a silent client is counted for ever',
    file: 'apps/server/src/presence/service.ts',
    from: 'return clock.now() - durations.presenceLease;',
    to: 'return clock.now() - 1_000 * durations.presenceLease;',
    suite: 'apps/server/src/encounters/encounters.integration.test.ts',
    test: '[PRE-1]',
  },
  {
    name: 'a silent process keeps its people in the count',
    file: 'apps/server/src/presence/remote-presence.ts',
    from: 'if (now - heardAt > lease) this.#forget(node);',
    to: 'if (now - heardAt > 100 * lease) this.#forget(node);',
    suite: 'apps/server/src/presence/remote-presence.test.ts',
  },
];
