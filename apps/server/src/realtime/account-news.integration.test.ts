import { accountChanged } from '@unspoken/contract/presence';
import { met, type Pair } from '@unspoken/testing/encounter';
import { type Member, type MemberSocket, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  const durations = { introDuration: 50, connectionDuration: 300, beginLead: 50 };
  world = await startWorld({ DURATIONS: JSON.stringify(durations) });
});
afterAll(() => world.close());

let people = 0;
const member = (): Promise<Member> => world.member(`Person${++people} Surname`);
const user = async ({ token }: Member) => (await world.call('/api/v1/account/loginfromtoken', { token })).body.user;
const about = (pair: Pair, side: 0 | 1, path: string) =>
  world.call(path, { token: pair.members[side].token, body: { roomID: pair.roomID, position: String(side + 1) } });

/** How often an open page was notified to read its account again. */
const news = (socket: MemberSocket) => socket.count(accountChanged);
const notified = (socket: MemberSocket, times: number) => expect.poll(() => news(socket)).toBe(times);

test('[PRE-20] minutes, thanks, and the begin or end of a match notify the open pages of both; an add alone does not', async () => {
  const pair = await met([await member(), await member()]);
  const [ann, ben] = pair.members;
  const [annPage, benPage] = pair.sockets;
  const elsewhere = await ben.socket({ tab: 'another' });
  // Of the connection, and of the minute.
  for (const page of pair.sockets) await notified(page, 2);
  const before = [news(annPage), news(benPage), news(elsewhere)] as const;

  await about(pair, 0, '/api/v1/friends/addtomycircle');
  await about(pair, 0, '/api/v1/thanks');
  await notified(benPage, before[1] + 1);
  expect((await user(ben)).thanksReceived).toBe(1);
  await about(pair, 0, '/api/v1/thanks');

  await about(pair, 1, '/api/v1/friends/addtomycircle');
  await notified(benPage, before[1] + 2);
  await notified(elsewhere, before[2] + 2);
  await notified(annPage, before[0] + 1);
  expect([(await user(ann)).myCircleMatched, (await user(ben)).myCircleMatched]).toEqual([1, 1]);
  await about(pair, 1, '/api/v1/friends/addtomycircle');

  await about(pair, 1, '/api/v1/friends/removefrommycircle');
  await notified(annPage, before[0] + 2);
  await notified(benPage, before[1] + 3);
  expect((await user(ann)).myCircleMatched).toBe(0);
});

test('[PRE-20] a stored change notifies the open pages of its account, and of no other', async () => {
  const [ann, ben] = [await member(), await member()];
  const [page, other] = [await ann.socket(), await ben.socket()];
  let times = 0;
  for (const [path, body, changed] of [
    ['/api/v1/account/changename', { name: 'Anna' }, { name: 'Anna' }],
    ['/api/v1/userpreferences/language', { language: 'fr' }, { language: 'fr' }],
    ['/api/v1/account/joinemailinglist', {}, { emailsAsked: true }],
    ['/api/v1/account/acceptedguidance', {}, { HMGuidance1Accepted: true }],
  ] as const) {
    expect((await world.call(path, { token: ann.token, body })).status, path).toBe(200);
    await notified(page, ++times);
    expect(await user(ann)).toMatchObject(changed);
  }
  expect(news(other)).toBe(0);
});

test('[PRE-20] a refused change notifies no page', async () => {
  const ann = await member();
  const page = await ann.socket();
  const refused = await world.call('/api/v1/account/changename', { token: ann.token, body: { name: ' ' } });
  expect(refused.status).toBe(422);
  await world.call('/api/v1/account/changename', { token: ann.token, body: { name: 'Anna' } });
  await notified(page, 1);
});
