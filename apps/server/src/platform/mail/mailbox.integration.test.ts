import { request } from 'node:http';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const statusFor = (path: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(`${world.origin}${path}`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end();
  });

test.each(['/dev/mailbox', '/dev/mailbox.json?to=ann@example.org'])(
  '[PLA-18] %s answers only requests to this machine under its local name',
  async (path) => {
    for (const host of ['localhost', 'localhost:3000', 'LOCALHOST:1', '127.0.0.1', '127.0.0.1:8080', '[::1]', '[::1]:3000'])
      expect([host, await statusFor(path, host)]).toEqual([host, 200]);
    for (const host of [
      'attacker.example',
      'attacker.example:3000',
      'localhost.attacker.example',
      '127.0.0.1.attacker.example',
      'x-localhost',
      '127.0.0.1:80:80',
    ])
      expect([host, await statusFor(path, host)]).not.toEqual([host, 200]);
  },
);
