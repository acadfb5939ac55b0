import { stateScript } from '@unspoken/server/matchmaking/script';
import { LuaScript, loadLua } from '@unspoken/simulation/redis/lua';
import { RedisModel, type Reply } from '@unspoken/simulation/redis/model';
import { SeededRandom } from '@unspoken/simulation/seeded-random';
import { startRedis } from '@unspoken/testing/redis';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { findRedis } from '../../../tools/programs.mjs';

const prefix = 'model:{matchmaking}';
const people = Array.from({ length: 9 }, (_, i) => `person-${i}`);
const [short, long] = [1, 3_600_000];

/** A random call of the script of the matchmaking state. */
function callOf(random: SeededRandom, i: number): (string | number)[] {
  const who = random.pick(people);
  const node = `process-${Math.floor(random.between(0, 3))}`;
  const click = `${who} presses ${random.pick([',', '","', '\\"', 'é'])}`;
  const room = `room-${Math.floor(random.between(Math.max(i - 40, 0), i))}`;
  const some = () => people.filter(() => random.chance(0.3));
  const avoid = Object.fromEntries(some().map((each) => [each, random.chance(0.5) ? 'ever' : i + random.pick([-50, 50])]));
  const kind = random.next();
  if (kind < 0.5) {
    const entry = JSON.stringify({ accountId: who, clickID: click, node, avoid });
    const pool = random.pick(['oneminute:anyone:open', 'oneminute:myCircle:open']);
    const verb = random.pick(['join', 'join', 'refresh', 'requeue']);
    const only = random.chance(0.3) ? JSON.stringify([...some(), who]) : '';
    return [verb, who, click, `socket of ${who}`, node, pool, i, `room-${i}`, node, i, entry, JSON.stringify(avoid), only];
  }
  if (kind < 0.6) return ['end', who, click];
  if (kind < 0.65) return ['leave', who, `socket of ${who}`, i + 40];
  if (kind < 0.83) return ['release', room, who, random.chance(0.5) ? `=${click}` : '', random.pick(people), ''];
  if (kind < 0.86) return ['find', who];
  if (kind < 0.87) return ['waitingIn', random.pick(['oneminute:anyone:open', 'oneminute:myCircle:open'])];
  if (kind < 0.88) return ['sides', room];
  if (kind < 0.9) return ['withoutOwner', room, `room-${i}`];
  if (kind < 0.92) return ['ownerOf', room];
  if (kind < 0.97) return ['renewLease', node, random.chance(0.2) ? short : long, i];
  if (kind < 0.985) return ['takeOver', node, 0];
  return ['restore', room, node, who, click, random.pick(people), `request ${i}`];
}

/** Replaces times, epoch ms, by a constant: the clocks of the two servers differ. */
const untimed = (text: string): string => text.replaceAll(/"1\d{12}(\.\d+)?"/g, '"then"');

/** A reply without times, and with the members of sets sorted. */
const comparable = (call: readonly (string | number)[], reply: unknown): unknown => {
  const list = JSON.parse(untimed(JSON.stringify(reply))) as unknown[];
  if (call[0] === 'renewLease') return list.slice(0, 2);
  if (call[0] !== 'takeOver') return list;
  const [gone, flat] = list as [string[], string[]];
  const rooms = Array.from({ length: flat.length / 5 }, (_, i) => flat.slice(5 * i, 5 * i + 5).join());
  return [gone.sort(), rooms.sort()];
};

const program = findRedis();
if (!program) test.skip('the model of Redis compared with a real one: Redis is not installed', () => {});
else
  test('the script of the matchmaking state has the same replies and effects on the model as on a real Redis', async () => {
    const server = await startRedis(program);
    const redis = new Redis(server.url);
    const real = (key: string, ...args: (string | number)[]) => redis.eval(stateScript, 1, key, ...args);
    const model = new RedisModel(() => Date.now());
    const modelled = new LuaScript(await loadLua(), stateScript, (name, ...args) => model.command(name, ...args));
    onTestFinished(async () => {
      modelled.close();
      redis.disconnect();
      await server.stop();
    });
    const random = new SeededRandom(20_261_122);
    const ranksOf = async (key: string) => {
      const flat = await redis.zrange(key, '0', '-1', 'WITHSCORES');
      return flat.flatMap((each, i) => (i % 2 ? [] : [[each, Number(flat[i + 1])]])).sort();
    };
    const dump = async () => {
      const all: Record<string, unknown> = {};
      for (const key of (await redis.keys(`${prefix}:*`)).sort()) {
        const kind = await redis.type(key);
        if (kind === 'hash') all[key] = JSON.parse(untimed(JSON.stringify(Object.entries(await redis.hgetall(key)).sort())));
        if (kind === 'set') all[key] = (await redis.smembers(key)).sort();
        if (kind === 'list') all[key] = await redis.lrange(key, 0, -1);
        if (kind === 'zset') all[key] = await ranksOf(key);
      }
      return all;
    };
    /** Removes times and the ends of leases, because the clocks of the two servers differ. */
    const timeless = (all: Record<string, unknown>) => {
      const nodes = `${prefix}:nodes`;
      return {
        ...(JSON.parse(untimed(JSON.stringify(all))) as object),
        [nodes]: ((all[nodes] ?? []) as [string, number][]).map(([node]) => node),
      };
    };
    const entering = new Set(['join', 'refresh', 'requeue']);
    const outcomes = new Set<string>();
    for (let i = 1; i <= 8_000; i++) {
      const call = callOf(random, i);
      const [one, other] = [
        await real(`${prefix}:nodes`, prefix, ...call),
        modelled.run([`${prefix}:nodes`], [prefix, ...call.map(String)]),
      ];
      expect(comparable(call, other as Reply), `call ${i}: ${call.join(' ')}`).toEqual(comparable(call, one));
      if (entering.has(String(call[0]))) outcomes.add((one as string[])[0] as string);
      // Wait until a short lease has expired on both servers.
      if (call[0] === 'renewLease' && call[2] === short) await new Promise((resume) => setTimeout(resume, 3));
      if (i % 400 === 0) expect(timeless(model.dump()), `after call ${i}`).toEqual(timeless(await dump()));
      // Requests end for good: use new people from time to time.
      if (i % 200 === 0) people.splice(0, people.length, ...people.map((_, nth) => `person-${nth} of ${i}`));
    }
    expect(outcomes).toEqual(new Set(['waiting', 'paired', 'ended', 'in room', 'superseded']));
  });
