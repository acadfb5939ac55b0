import type { LookupAddress, lookup } from 'node:dns';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { isPublic, publicLookup } from './public-addresses.ts';

test.each([
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.2.1'],
  ...['192.168.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '::ffff:7f00:1'],
  ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:53aa:64c:0:7de3:38ba:f5ff', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1'],
  ...['2001:db8::1', 'not an address', ''],
])('[PLA-40] %s is no public address', (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(['1.1.1.1', '172.15.255.255', '172.32.0.1', '142.250.74.10', '::ffff:142.250.74.10', '2a00:1450:4001:80b::200a'])(
  '[PLA-40] %s is one',
  (address) => expect(isPublic(address)).toBe(true),
);

/** A name that answers with these addresses, one list after another. */
function resolver(...answers: readonly (readonly string[])[]) {
  let asked = 0;
  const resolve = (_: string, __: object, callback: (error: Error | null, found: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { lookup: publicLookup(resolve as unknown as typeof lookup), asked: () => asked };
}

const lookedUp = (look: ReturnType<typeof publicLookup>, options = {}) =>
  new Promise<unknown>((resolve) =>
    look('push.example', options, (error, found) => resolve(error ? (error as { code?: string }).code : found)),
  );

test('[PLA-40] a name with an address inside is refused, whichever of its addresses that is', async () => {
  expect(await lookedUp(resolver(['1.1.1.1']).lookup)).toBe('1.1.1.1');
  expect(await lookedUp(resolver(['1.1.1.1', '2a00::1']).lookup, { all: true })).toEqual([
    { address: '1.1.1.1', family: 4 },
    { address: '2a00::1', family: 6 },
  ]);
  for (const answer of [['10.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['::ffff:127.0.0.1', '1.1.1.1'], []])
    expect(await lookedUp(resolver(answer).lookup, { all: true }), answer.join()).toBe('ENOTPUBLIC');
});

test('[PLA-40] a name that changes its mind is connected to at no address that was not checked', async () => {
  let reached = 0;
  const inside = createServer(() => reached++).on('connection', () => reached++);
  await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening));
  const { port } = inside.address() as AddressInfo;
  // The name was public when it was checked first; the connection is made with an answer of its own, which is checked too.
  const { lookup, asked } = resolver(['1.1.1.1'], ['127.0.0.1']);
  expect(await lookedUp(lookup)).toBe('1.1.1.1');
  const failed = new Promise<string | undefined>((resolve) => {
    get({ host: 'push.example', port, lookup }).on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
  });
  expect([await failed, asked(), reached]).toEqual(['ENOTPUBLIC', 2, 0]);
  inside.close();
});
