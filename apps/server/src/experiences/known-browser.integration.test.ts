import { encountered, reported } from '@unspoken/testing/moderation';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const minute = 60_000;
const day = 24 * 60 * minute;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

let people = 0;
const newMember = () => world.member(`Person${++people}`);
const create = async ({ token }: Member) =>
  (await world.call('/api/v1/experiences/create-invitation', { token, body: { type: 'oneminute' } })).body;
const inactive = { error: 'invitation_inactive', message: 'This experience invitation is no longer active' };

/** The cookie of a browser in which the member has signed in. */
async function browserOf({ email }: Member, cookie?: string): Promise<string> {
  const { headers } = await world.call('/api/v1/account/login', {
    body: { email, password },
    ...(cookie && { headers: { cookie } }),
  });
  return headers
    .getSetCookie()
    .find((each) => each.startsWith('browser='))
    ?.split(';')[0] as string;
}
/** The answer that a visitor gets for a link in this browser. */
const visit = (roomID: string, cookie?: string, more: Record<string, string> = {}) =>
  world.call('/api/v1/experiences/retrieve-invitation', { body: { roomID, ...more }, ...(cookie && { headers: { cookie } }) });
const asGuest = (roomID: string, cookie?: string) =>
  visit(roomID, cookie, { guest: 'true', termsAccepted: 'true', over18: 'true' });
const guestSocket = async (token: string) => world.socketWith((await world.call('/api/v1/realtime/auth', { token })).body.token);
const request = (code: string) => ({ clickID: 'g', poolType: 'personalInvite', groupSpace: code });
async function block(by: Member, other: Member): Promise<void> {
  const body = { roomID: await encountered(world, by, other), position: '1' };
  expect((await world.call('/api/v1/userblock', { token: by.token, body })).body).toEqual({ success: true });
}
const setLastSignIn = (member: Member, age: number) =>
  world.query('update known_browser set signed_in_at = $2 where account_id = $1', [
    member.userId,
    new Date(world.now().getTime() - age),
  ]);

test.each([
  ['was blocked by the host', (host: Member, other: Member) => block(host, other)],
  ['blocked the host', (host: Member, other: Member) => block(other, host)],
])('[EXP-15] a person who %s cannot return as a guest, signed out in the same browser', async (_, part) => {
  const [host, other, stranger] = [await newMember(), await newMember(), await newMember()];
  const browser = await browserOf(other);
  const { roomID } = await create(host);
  expect((await visit(roomID, browser)).body.experience).toBeDefined();
  await part(host, other);
  expect([(await visit(roomID, browser)).body, (await asGuest(roomID, browser)).body]).toEqual([inactive, inactive]);
  // Other browsers are not recognised, and the guest can meet other hosts.
  const otherBrowser = await browserOf(stranger);
  for (const cookie of [undefined, otherBrowser, 'browser=forged'])
    expect((await visit(roomID, cookie)).body.experience).toBeDefined();
  expect((await asGuest((await create(stranger)).roomID, browser)).body.token).toBeDefined();
});

test('[EXP-15] an existing guest is kept from a host who separates from them afterwards', async () => {
  const [host, other] = [await newMember(), await newMember()];
  const browser = await browserOf(other);
  const { roomID, invitation } = await create(host);
  const { token } = (await asGuest(roomID, browser)).body;
  await block(host, other);
  const guest = await guestSocket(token);
  expect(await guest.emit('connectClick', request(invitation.code))).toMatchObject(inactive);
  guest.close();
});

test('[EXP-15] a guest who is already waiting is not put into a room with a host who separates from them', async () => {
  const [host, other] = [await newMember(), await newMember()];
  const { roomID, invitation } = await create(host);
  const guest = await guestSocket((await asGuest(roomID, await browserOf(other))).body.token);
  expect(await guest.emit('connectClick', request(invitation.code))).toEqual({ ok: true });
  await block(host, other);
  const waiting = await host.socket();
  expect(await waiting.emit('connectClick', { ...request(invitation.code), clickID: 'h' })).toEqual({ ok: true });
  await guest.hears('matchmakerEvent', ({ error }: { error?: string }) => error === 'invitation_inactive');
  const rooms = [...guest.heard, ...waiting.heard].filter(({ payload }) => (payload as { roomID?: string })?.roomID);
  expect(rooms).toEqual([]);
  for (const socket of [guest, waiting]) socket.close();
});

test('[EXP-15] a held or suspended person cannot come as a guest, and whose browser it is is not revealed', async () => {
  const [host, held, suspended] = [await newMember(), await newMember(), await newMember()];
  const [one, two] = [await browserOf(held), await browserOf(suspended)];
  const { roomID, invitation } = await create(host);
  const { token } = (await asGuest(roomID, one)).body;
  const reporter = await newMember();
  await world.query('update account set created_at = $2 where id = $1', [
    reporter.userId,
    new Date(world.now().getTime() - 2 * day),
  ]);
  await reported(world, reporter, held, { reasons: ['seems under 18'] });
  await world.query(`insert into act (id, at, kind, subject) values (gen_random_uuid(), now(), 'suspended', $1)`, [
    suspended.userId,
  ]);
  for (const browser of [one, two])
    expect([(await visit(roomID, browser)).body, (await asGuest(roomID, browser)).body]).toEqual([inactive, inactive]);
  const guest = await guestSocket(token);
  expect(await guest.emit('connectClick', request(invitation.code))).toMatchObject(inactive);
  guest.close();
  // When the hold ends, it no longer applies to the guest.
  world.advance(day);
  expect((await asGuest((await create(host)).roomID, one)).body.token).toBeDefined();
  expect((await asGuest((await create(host)).roomID, two)).body).toEqual(inactive);
});

test('[EXP-15] a browser is recognised until thirty days after the last sign-in, tested a minute before and after', async () => {
  const [host, other] = [await newMember(), await newMember()];
  const browser = await browserOf(other);
  await block(host, other);
  const { roomID } = await create(host);
  await setLastSignIn(other, 30 * day - minute);
  expect((await visit(roomID, browser)).body).toEqual(inactive);
  await setLastSignIn(other, 30 * day + minute);
  expect((await visit(roomID, browser)).body.experience).toBeDefined();
});

test('[EXP-15] the separations of every account that signed in in the browser apply', async () => {
  const [host, one, two] = [await newMember(), await newMember(), await newMember()];
  const browser = await browserOf(one);
  expect(await browserOf(two, browser)).toBe(browser);
  await block(host, one);
  expect((await asGuest((await create(host)).roomID, browser)).body).toEqual(inactive);
});

/**
 * A member who has signed in in a browser meets a host as a guest there. Returns whether the member's account can follow an
 * invitation of that host afterwards.
 */
async function afterMeetingAsGuest(separate: (host: Member, guest: Member) => Promise<unknown>): Promise<boolean> {
  const [host, other] = [await newMember(), await newMember()];
  const { roomID } = await create(host);
  const { token, user } = (await asGuest(roomID, await browserOf(other))).body;
  await separate(host, { ...other, token, userId: user.userId });
  const next = await create(host);
  const answer = await world.call('/api/v1/experiences/retrieve-invitation', {
    token: other.token,
    body: { roomID: next.roomID },
  });
  return answer.body.experience !== undefined;
}

test.each([
  ['the host reports the guest', (host: Member, guest: Member) => reported(world, host, guest)],
  ['the guest reports the host', (host: Member, guest: Member) => reported(world, guest, host)],
  ['the host blocks the guest', (host: Member, guest: Member) => block(host, guest)],
])('[MOD-35] %s: then the account of that browser cannot meet the host either', async (_, separate) => {
  expect(await afterMeetingAsGuest(async () => {})).toBe(true);
  expect(await afterMeetingAsGuest(separate)).toBe(false);
});
