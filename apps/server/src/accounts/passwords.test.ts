import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../platform/argon2.ts';
import { ConcurrencyLimiter } from './passwords.ts';

test('a password matches its hash only exactly as it was typed', async () => {
  const hash = await hashPassword(' mot de passe, très long: 密码 ');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(await verifyPassword(' mot de passe, très long: 密码 ', hash)).toBe(true);
  expect(await verifyPassword('mot de passe, très long: 密码', hash)).toBe(false);
  expect(await verifyPassword('anything', 'no hash at all')).toBe(false);
  expect(await hashPassword('the same')).not.toBe(await hashPassword('the same'));
});

test('a limited number of tasks run, a limited number wait, and the rest are refused as unavailable', async () => {
  const limiter = new ConcurrencyLimiter(1, 2);
  const finish: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => finish.push(resolve));
  const [first, second, third] = [limiter.run(work), limiter.run(work), limiter.run(work)];
  await expect(limiter.run(work)).rejects.toMatchObject({ code: 'unavailable' });
  expect(finish).toHaveLength(1);
  for (const done of [first, second, third]) {
    finish.shift()?.();
    await done;
    await Promise.resolve();
  }
});
