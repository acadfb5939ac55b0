import { test as base } from '@playwright/test';
import { credentialsUntil, TurnClient, type TurnCredentials } from '@unspoken/turn-client/turn-client';
import { findTurnServer } from '../../../tools/programs.mjs';
import { longIf } from '../src/long.ts';
import { meet, type Person, password } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { type RunningTurnServer, startTurnServer } from '../src/turn-server.ts';

base.skip(!findTurnServer(), 'coturn is not installed');

let turn: RunningTurnServer;
const transports = {
  udp: () => `turn:127.0.0.1:${turn.port}?transport=udp`,
  tcp: () => `turn:127.0.0.1:${turn.port}?transport=tcp`,
  tls: () => `turns:localhost:${turn.tlsPort}?transport=tcp`,
};

const beside = (transport: keyof typeof transports) => async () => {
  turn = await startTurnServer();
  const environment = {
    TURN_URLS: transports[transport](),
    TURN_SECRET: turn.secret,
    ...(transport !== 'udp' && { RELAY: 'always' }),
  };
  return { environment, close: () => turn.stop() };
};

/** Collects every frame that the server sends to this page. */
const listen = (person: Person): string[] => {
  const received: string[] = [];
  person.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(payload.toString())));
  return received;
};

/** The path of this person's only encounter, from the export of their data. */
const pathOf = (person: Person): Promise<string | undefined> =>
  person.page.evaluate(
    async (body) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('unspoken.token')}` };
      const exported = await fetch('/api/v1/account/exportdata', { method: 'POST', headers, body: new URLSearchParams(body) });
      return (await exported.json()).encounters?.[0]?.path;
    },
    { password },
  );

for (const transport of ['udp', 'tcp', 'tls'] as const) {
  const story = storiesWith(shortDurations, beside(transport));
  story.describe(`over ${transport}`, () => {
    story(
      `[ENC-13] [ENC-17] [OFF-8] strangers meet over a relay by ${transport}, and neither learns an address`,
      longIf(transport !== 'udp'),
      async ({ person }) => {
        const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
        const received = [listen(ann), listen(ben)];
        for (const each of [ann, ben]) await each.enter();
        await meet(ann, ben);
        await Promise.all([ann.sees('blue'), ben.sees('red')]);
        for (const each of received) {
          const frames = each.join('\n');
          expect(frames).toContain('typ relay');
          expect(frames).not.toMatch(/typ (host|srflx|prflx)/);
          expect(frames).not.toMatch(/raddr (?!0\.0\.0\.0)/);
          expect(frames).not.toMatch(/\.local/);
        }
        await ann.press('End connection');
        // The path is counted for the operator, and is part of each member's own data.
        await expect.poll(() => pathOf(ann)).toBe(`relay_${transport}`);
      },
    );
  });
}

const story = storiesWith(shortDurations, beside('udp'));

story.describe('the relay itself', () => {
  const until = (expiry: number) => credentialsUntil(turn.secret, expiry);
  const ask = (credentials: TurnCredentials) => TurnClient.open({ host: '127.0.0.1', port: turn.port, over: 'udp' }, credentials);
  const now = () => Math.floor(Date.now() / 1_000);

  story('[ENC-17] expired and forged credentials are refused', async ({ stage }) => {
    expect(stage.server.origin).toBeTruthy();
    const cases = [
      [until(now() + 600), 0],
      [until(now() - 5), 401],
      [{ ...until(now() + 600), credential: 'forged' }, 401],
      [{ ...until(now() + 600), username: `${now() + 900}:somebody` }, 401],
    ] as const;
    for (const [credentials, code] of cases) {
      const client = await ask(credentials);
      expect(await client.allocate(4), JSON.stringify(credentials.username)).toBe(code);
      await client.close();
    }
  });

  story(
    '[ENC-13] the relay reaches the public Internet and itself, and no private network in any spelling',
    async ({ stage }) => {
      expect(stage.server.origin).toBeTruthy();
      const four = await ask(until(now() + 600));
      expect(await four.allocate(4)).toBe(0);
      const publicFour = ['8.8.8.8', '1.1.1.1', '200.1.1.1', '127.0.0.1'];
      const deniedFour = [
        ...['0.0.0.1', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254', '127.0.0.2', '127.255.255.255'],
        ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1'],
        ...['192.168.255.255', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '255.255.255.255'],
      ];
      for (const address of publicFour) expect(await four.permission(address), address).toBe(0);
      for (const address of deniedFour) expect(await four.permission(address), address).toBe(403);
      await four.close();
      const six = await ask(until(now() + 600));
      expect(await six.allocate(6)).toBe(0);
      const publicSix = ['2001:4860::1', '2620:fe::fe', '2a00:1450::1'];
      const deniedSix = [
        ...['::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:192.168.1.1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '100::1'],
        ...['2001::1', '2001:db8::1', '2002:a00:1::1', '2002:c0a8:101::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fec0::1'],
      ];
      for (const address of publicSix) expect(await six.permission(address), address).toBe(0);
      for (const address of deniedSix) expect(await six.permission(address), address).toBe(403);
      await six.close();
    },
  );
});
