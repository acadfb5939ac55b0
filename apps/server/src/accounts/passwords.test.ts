import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../platform/argon2.ts';
import { Turnstile } from './passwords.ts';

test('a password is known by its hash, exactly as it was typed', async () => {
  const hash = await hashPassword(' mot de passe, très long: 密码 ');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(await verifyPassword(' mot de passe, très long: 密码 ', hash)).toBe(true);
  expect(await verifyPassword('mot de passe, très long: 密码', hash)).toBe(false);
  expect(await verifyPassword('anything', 'no hash at all')).toBe(false);
  expect(await hashPassword('the same')).not.toBe(await hashPassword('the same'));
});

test('only so many pass at a time, so many wait, and the rest are told to come back', async () => {
  const turnstile = new Turnstile(1, 2);
  const opened: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => opened.push(resolve));
  const [first, second, third] = [turnstile.pass(work), turnstile.pass(work), turnstile.pass(work)];
  await expect(turnstile.pass(work)).rejects.toMatchObject({ code: 'unavailable' });
  expect(opened).toHaveLength(1);
  for (const done of [first, second, third]) {
    opened.shift()?.();
    await done;
    await Promise.resolve();
  }
});
