import { onEachDatabase } from '@unspoken/testing/databases';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { beforeEach, expect, test } from 'vitest';
import { Keys } from '../keys.ts';
import { vapidKeys } from './vapid-key-store.ts';

const clock = new StandingClock();
const [keys, others] = [new Keys('a secret of thirty-two characters'), new Keys('another of thirty-two characters')];

onEachDatabase((name, database) => {
  beforeEach(async () => void (await database().pool.query('delete from push_key')));

  test(`${name}: [PLA-42] processes that start at once use one key pair, and keep it`, async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => vapidKeys(database().db, { keys, clock })));
    const [first] = made;
    expect(made).toEqual(Array.from({ length: 5 }, () => first));
    expect(Buffer.from(first?.publicKey ?? '', 'base64url')).toHaveLength(65);
    expect(await vapidKeys(database().db, { keys, clock })).toEqual(first);
  });

  test(`${name}: [PLA-42] the private key is stored sealed, and a pair that the secret does not open is replaced`, async () => {
    const first = await vapidKeys(database().db, { keys, clock });
    const { rows } = await database().pool.query('select * from push_key');
    expect(JSON.stringify(rows)).not.toContain(first.privateKey);
    const second = await vapidKeys(database().db, { keys: others, clock });
    expect(second.publicKey).not.toBe(first.publicKey);
    expect(await vapidKeys(database().db, { keys: others, clock })).toEqual(second);
  });
});
