import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { systemClock } from '@unspoken/server/platform/clock';
import { type Member, type MemberSocket, startWorld, type World } from '@unspoken/testing/world';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const adminScript = new URL('../commands/admin.ts', import.meta.url).pathname;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const closing = (socket: MemberSocket): Promise<number> =>
  new Promise((resolve) => socket.raw.once('disconnect', () => resolve(systemClock.now())));

const connect = (socket: MemberSocket, clickID: string) =>
  socket.emit('connectClick', { clickID, experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' });

/** Whether a socket is still served: an event of a socket that was evicted is not answered as usual. */
const answers = async (socket: MemberSocket) => (await socket.emit('time', {})).now !== undefined;

describe('a session that was ended outside of the server', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  /** Runs the command line beside the running server, on its data. */
  const admin = (...args: string[]) =>
    run(process.execPath, [adminScript, ...args], { env: { ...process.env, ...world.environment } });

  const commands: [string, (member: Member) => string[]][] = [
    ['grant', ({ email }) => ['grant', email, 'moderator']],
    ['reset-factor', ({ email }) => ['reset-factor', email]],
  ];
  test.each(commands)(
    '[ACC-46] admin %s: the account’s queued socket is closed within 5 s and its entry is removed',
    async (name, command) => {
      const [ann, ben, cay] = await Promise.all(['Ann', 'Ben', 'Cay'].map((each) => world.member(`${each} ${name}`)));
      if (!ann || !ben || !cay) throw new Error('nobody is here');
      const [first, second, third] = [await ann.socket(), await ben.socket(), await cay.socket()];
      await connect(first, 'a');
      await first.hears('matchmakerEvent');
      const closed = closing(first);
      await admin(...command(ann));
      const ended = systemClock.now();
      expect((await closed) - ended).toBeLessThan(5_000);
      // The next two are paired with each other, not with the evicted member.
      await connect(second, 'b');
      await connect(third, 'c');
      const paired = await third.hears<{ roomID?: string }>('matchmakerEvent', ({ roomID }) => roomID !== undefined);
      expect((await second.hears<{ roomID?: string }>('matchmakerEvent', ({ roomID }) => roomID !== undefined)).roomID).toBe(
        paired.roomID,
      );
      second.close();
      third.close();
    },
  );

  const limits: [string, string, 'last_used_at' | 'created_at', number][] = [
    ['a member who was away for 14 days', 'member', 'last_used_at', 14 * day],
    ['an admin who was away for 12 hours', 'admin', 'last_used_at', 12 * hour],
    ['a session of 30 days', 'member', 'created_at', 30 * day],
    ['a guest of 2 hours', 'experienceGuest', 'created_at', 2 * hour],
  ];
  test.each(limits)('[ACC-46] %s: the socket is closed when the session expires, and not a minute earlier', async (...limit) => {
    const [name, role, column, life] = limit;
    const [over, within] = [await world.member(`Over ${name}`), await world.member(`Within ${name}`)];
    const [gone, stays] = [await over.socket(), await within.socket()];
    const closed = closing(gone);
    const age = async ({ userId }: Member, ms: number) => {
      await world.query('update account set role = $2 where id = $1', [userId, role]);
      await world.query(`update session set ${column} = $2 where account_id = $1`, [
        userId,
        new Date(world.now().getTime() - ms),
      ]);
    };
    await age(within, life - minute);
    await age(over, life);
    const aged = systemClock.now();
    expect((await closed) - aged).toBeLessThan(5_000);
    // The check that closed one socket has checked the other as well.
    expect(await answers(stays)).toBe(true);
    stays.close();
  });
});

describe('between two checks', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ DURATIONS: JSON.stringify({ sessionCheck: hour }) });
  });
  afterAll(() => world.close());

  test('[ACC-46] a connect request checks that the session is live, also if the account exists', async () => {
    const [dee, eli] = [await world.member('Dee'), await world.member('Eli')];
    const [first, second] = [await dee.socket(), await eli.socket()];
    expect(await answers(first)).toBe(true);
    await world.query('delete from session where account_id = $1', [dee.userId]);
    const closed = closing(first);
    first.raw.emit('connectClick', { clickID: 'd', experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' });
    await closed;
    await connect(second, 'e');
    expect(await second.hears('matchmakerEvent')).toEqual({ type: matchmakerEvents.connectReceived, clickID: 'e' });
    second.close();
  });

  test('[PLA-14] a ticket opens one socket, a session token none, however it is sent', async () => {
    const fay = await world.member('Fay');
    const places = [{ auth: { token: fay.token } }, { query: { token: fay.token } }];
    for (const place of places) {
      const raw = io(world.origin, { transports: ['websocket'], reconnection: false, forceNew: true, ...place });
      const refused = await new Promise<string>((resolve) => {
        raw.once('connect', () => resolve('open'));
        raw.once('connect_error', ({ message }) => resolve(message));
      });
      raw.close();
      expect(refused).toBe('ticket_invalid');
    }
    const { token: ticket } = (await world.call('/api/v1/realtime/auth', { token: fay.token })).body;
    (await world.socketWith(ticket)).close();
    await expect(world.socketWith(ticket)).rejects.toThrow('ticket_invalid');
  });

  test('[PLA-14] a lost connection is not recovered: not without a ticket, and with one nothing that was missed is sent', async () => {
    const gus = await world.member('Gus');
    const lost = await gus.socket();
    const { id } = lost.raw;
    // What the client keeps for a recovery is what the server sent: the private id of the session, and the place of the last packet.
    const { _pid: pid, _lastOffset: offset } = lost.raw as unknown as { _pid?: string; _lastOffset?: string };
    expect([pid, offset]).toEqual([undefined, undefined]);
    lost.raw.io.engine.close();
    for (const claimed of [id as string, 'x'.repeat(18), { $ne: '' }]) {
      const claim = { pid: claimed, offset: '0-0' };
      const { token: ticket } = (await world.call('/api/v1/realtime/auth', { token: gus.token })).body;
      for (const [auth, came] of [
        [claim, 'ticket_invalid'],
        [{ ...claim, token: ticket }, 'open'],
      ] as const) {
        const raw = io(world.origin, { transports: ['websocket'], reconnection: false, forceNew: true, auth });
        const outcome = await new Promise<string>((resolve) => {
          raw.once('connect', () => resolve('open'));
          raw.once('connect_error', ({ message }) => resolve(message));
        });
        expect([outcome, Boolean(raw.recovered), raw.id === id]).toEqual([came, false, false]);
        raw.close();
      }
    }
  });
});
