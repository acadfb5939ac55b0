import { expect, test } from 'vitest';
import { testKey } from './key.ts';

test('[PAY-9] a key that moves real money is refused, and so is none', () => {
  for (const key of ['sk_live_1', 'rk_live_1']) expect(() => testKey({ STRIPE_SECRET_KEY: key })).toThrow('real money');
  for (const key of [undefined, '', 'pk_test_1', 'sk_test_', ' sk_test_1'])
    expect(() => testKey({ STRIPE_SECRET_KEY: key })).toThrow('Set');
  for (const key of ['sk_test_1', 'rk_test_1']) expect(testKey({ STRIPE_SECRET_KEY: key })).toBe(key);
});
