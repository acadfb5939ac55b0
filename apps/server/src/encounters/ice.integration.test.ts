import { createHmac } from 'node:crypto';
import { met, paired } from '@unspoken/testing/encounter';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const secret = 'a secret for tests only, long';
let world: World;
beforeAll(async () => {
  world = await startWorld({
    STUN_URLS: 'stun:127.0.0.1:3478',
    TURN_URLS: 'turn:127.0.0.1:3478,turn:127.0.0.1:3478?transport=tcp',
    TURN_SECRET: secret,
    LIMITS: 'on',
  });
});
afterAll(() => world.close());

const stun = { urls: ['stun:127.0.0.1:3478'] };
const ask = async (token?: string) => (await world.call('/api/v1/iceservers', { token })).body;

/** For how many seconds these credentials are valid. */
function validFor({ username, credential }: { username: string; credential: string }): number {
  expect(createHmac('sha1', secret).update(username).digest('base64')).toBe(credential);
  return Number(username.split(':')[0]) - Date.now() / 1_000;
}

test('[ENC-17] a member who waits or is in a room gets relay credentials for ten minutes, under an untraceable name', async () => {
  const [ann, ben] = [await world.member('Ann'), await world.member('Ben')];
  for (const token of [undefined, ann.token]) expect(await ask(token)).toEqual({ iceServers: [stun], relayOnly: true });
  const { sockets } = await paired([ann, ben]);
  const [first, second] = [await ask(ann.token), await ask(ben.token)];
  for (const answer of [first, second]) {
    expect(answer).toMatchObject({
      relayOnly: true,
      iceServers: [stun, { urls: expect.arrayContaining(['turn:127.0.0.1:3478']) }],
    });
    expect(validFor(answer.iceServers[1])).toBeGreaterThan(590);
    expect(validFor(answer.iceServers[1])).toBeLessThanOrEqual(600);
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${ann.userId}|${ben.userId}`));
  }
  expect(first.iceServers[1].username.split(':')[1]).not.toBe(second.iceServers[1].username.split(':')[1]);
  for (const socket of sockets) socket.close();
});

test('[ENC-17] the connection test gets relay credentials for two minutes, six times an hour', async () => {
  const cay = await world.member('Cay');
  const test = () => world.call('/api/v1/iceservers/test', { method: 'POST', token: cay.token });
  for (let i = 0; i < 6; i++) expect(validFor((await test()).body.iceServers[1])).toBeLessThanOrEqual(120);
  expect((await test()).status).toBe(429);
});

test('[ENC-17] a member who waits gets relay credentials 120 times an hour, and again after it', {
  timeout: 60_000,
}, async () => {
  const dan = await world.member('Dan');
  const socket = await dan.socket();
  await socket.emit('connectClick', { clickID: 'one' });
  const ice = () => world.call('/api/v1/iceservers', { token: dan.token });
  for (let i = 0; i < 120; i++) expect((await ice()).body.iceServers, `request ${i + 1}`).toHaveLength(2);
  const refused = await ice();
  expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(3_500);
  world.advance(wait * 1_000);
  await socket.emit('connectClick', { clickID: 'two' });
  expect((await ice()).body.iceServers).toHaveLength(2);
  socket.close();
});

test('[ENC-13] friends in the circle are connected directly only if both have chosen it', async () => {
  const quick = await startWorld({
    TURN_URLS: 'turn:127.0.0.1:3478',
    TURN_SECRET: secret,
    DURATIONS: JSON.stringify({ introDuration: 50, connectionDuration: 200, beginLead: 50 }),
  });
  const members = [await quick.member('Ann'), await quick.member('Ben')] as const;
  const first = await met(members);
  for (const [i, { token }] of members.entries())
    await quick.call('/api/v1/friends/addtomycircle', { token, body: { roomID: first.roomID, position: String(i + 1) } });
  for (const socket of first.sockets) socket.close();
  const allowDirect = (i: 0 | 1) =>
    quick.call('/api/v1/userpreferences/directincircle', { token: members[i].token, body: { on: 'true' } });
  const inRoom = async () => {
    const pair = await paired(members, { poolType: 'myCircle' });
    const answer = (await quick.call('/api/v1/iceservers', { token: members[0].token })).body.relayOnly;
    for (const [i, socket] of pair.sockets.entries()) await socket.emit('cancelClick', { clickID: pair.clicks[i] });
    for (const socket of pair.sockets) socket.close();
    return answer;
  };
  expect(await inRoom()).toBe(true);
  await allowDirect(0);
  expect(await inRoom()).toBe(true);
  await allowDirect(1);
  expect(await inRoom()).toBe(false);
  await quick.close();
});
