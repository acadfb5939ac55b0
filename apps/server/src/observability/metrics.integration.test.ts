import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { met } from '@unspoken/testing/encounter';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Meters } from './meters.ts';
import { metricsRoutes } from './routes.ts';

const token = 'a token of at least twenty-four characters'.replaceAll(' ', '-');
let world: World;
let people: readonly [Member, Member];
beforeAll(async () => {
  world = await startWorld({
    TRUST_PROXY: 'on',
    DURATIONS: JSON.stringify({ introDuration: 0, connectionDuration: 800, beginLead: 100 }),
  });
  people = [await world.member('Zephyrine'), await world.member('Balthazar')];
  await world.query('update account set guidance_accepted_at = now()');
});
afterAll(() => world.close());

const metrics = async () => (await world.call('/metrics')).body as string;
/** The value of a metric: of its first line whose labels contain this text. */
const metricValue = (text: string, name: string, labels = '') =>
  Number(
    text
      .split('\n')
      .find((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `) ? line.includes(labels) : false))
      ?.split(' ')[1],
  );

test('[OPS-1] a process reports that it is alive and ready for users', async () => {
  expect((await world.call('/healthz')).body).toEqual({ ok: true });
  expect(await world.call('/readyz')).toMatchObject({ status: 200, body: { ready: true, database: true, leaving: false } });
});

test.each([
  ['a database that refuses', () => Promise.reject(new Error('no')), false],
  ['a database that does not answer', () => new Promise<void>(() => {}), false],
  ['a shutdown under way', () => Promise.resolve(), true],
])('[OPS-1] a process with %s is not ready', async (_, database, leaving) => {
  const app = Fastify();
  metricsRoutes(app, {
    meters: new Meters(() => {}),
    token: undefined,
    openHere: true,
    checks: { database },
    leaving: () => leaving,
  });
  expect((await app.inject('/readyz')).statusCode).toBe(503);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  await app.close();
});

test('[OPS-2] metrics count presence, waiting times, the course and the end of encounters', async () => {
  const { sockets, roomID } = await met(people);
  const result = { roomID, duration: 800, endReason: 'natural' };
  for (const path of ['relay_udp', 'relay_udp', 'direct'])
    await sockets[0].emit('updatesessiondata', { ...result, position: 1, path });
  await sockets[1].emit('updatesessiondata', { ...result, position: 2, path: 'relay_tcp' });
  await expect.poll(async () => metricValue(await metrics(), 'unspoken_encounter_paths_total', 'relay_udp')).toBe(1);
  const text = await metrics();
  expect(metricValue(text, 'unspoken_sockets')).toBe(2);
  expect(metricValue(text, 'unspoken_people_here')).toBe(2);
  expect(metricValue(text, 'unspoken_people_waiting', 'anyone')).toBe(0);
  expect(metricValue(text, 'unspoken_pairing_wait_seconds_count', 'anyone')).toBe(1);
  expect(metricValue(text, 'unspoken_first_frame_seconds_count')).toBe(2);
  expect(metricValue(text, 'unspoken_encounter_sides_ended_total', 'natural')).toBe(2);
  for (const path of ['direct', 'relay_tcp']) expect(metricValue(text, 'unspoken_encounter_paths_total', path)).toBe(0);
  expect(metricValue(text, 'unspoken_encounters_begun_total')).toBe(1);
  expect(metricValue(text, 'unspoken_connections_failed_total')).toBe(0);
  expect(metricValue(text, 'unspoken_waits_dropped_total')).toBe(0);
  expect(metricValue(text, 'unspoken_jobs_waiting', 'mail')).toBe(0);
  expect(metricValue(text, 'unspoken_http_duration_seconds_count', '/api/v1/account/register')).toBe(2);
});

test('[OPS-2] neither the metrics nor the log contain personal data', async () => {
  await world.call('/api/v1/account/loginfromtoken', { token: 'somebodysinventedtokenofsomelength' });
  await world.call('/api/v1/account/confirmemail/zephyrine-says-so');
  const output = `${await metrics()}\n${world.log()}`;
  for (const { name, email, token: secret, userId } of people)
    for (const word of [name, email, secret, userId]) expect(output).not.toContain(word);
  expect(output).not.toMatch(/zephyrine|inventedtoken|127\.0\.0\.1/i);
});

test('[OPS-11] a fault is logged with the id of its request or event and its place, without the content of the request', async () => {
  const world = await startWorld();
  try {
    const ann = await world.member('Ann');
    const socket = await ann.socket();
    await world.query('alter table circle_add rename to circle_gone');
    const list = await world.call('/api/v1/friends/list', { token: ann.token });
    const refused = await socket.emit('connectClick', { poolType: 'myCircle', clickID: 'an id that must not be logged' });
    expect([list.status, list.body.error, refused.error]).toEqual([500, 'internal', 'internal']);
    const lines = world
      .log()
      .split('\n')
      .filter((line) => line.includes('"fault"'));
    for (const id of [list.body.requestId, refused.requestId]) {
      const line = lines.find((each) => JSON.parse(each).reqId === id);
      expect(JSON.parse(line ?? '{}').at[0]).toMatch(/^\s+at /);
    }
    expect(world.log()).not.toContain(ann.userId);
    expect(world.log()).not.toContain('an id that must not');
  } finally {
    await world.close();
  }
});

test('[OPS-2] metrics are served only to requests from this machine', async () => {
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    expect((await world.call('/metrics', { headers: { [header]: '192.0.2.7' } })).status).toBe(404);
});

test('[OPS-2] with a configured token, metrics are served only to a caller that has it', async () => {
  const guarded = await startWorld({ METRICS_TOKEN: token });
  const ask = (authorization?: string) => guarded.call('/metrics', authorization ? { headers: { authorization } } : {});
  expect((await ask(`Bearer ${token}`)).body).toContain('unspoken_sockets');
  for (const wrong of [undefined, 'Bearer wrong', token, `Bearer ${token}x`]) expect((await ask(wrong)).status).toBe(404);
  await guarded.close();
});

test('[OPS-3] the dashboard and the alarms use only metrics that exist', async () => {
  const existing = new Set([...(await metrics()).matchAll(/^(unspoken_\w+)[{ ]/gm)].map(([, name]) => name));
  for (const file of ['dashboard.json', 'alerts.yml']) {
    const text = readFileSync(fileURLToPath(new URL(`../../../../deploy/monitoring/${file}`, import.meta.url)), 'utf8');
    const used = [...text.matchAll(/\bunspoken_\w+/g)].map(([name]) => name);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !existing.has(name))).toEqual([]);
  }
});
