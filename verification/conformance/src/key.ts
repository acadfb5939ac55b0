/** The key of a test account at Stripe, from the environment. Throws if there is none, or if it moves real money. */
export function testKey({ STRIPE_SECRET_KEY: key = '' }: Readonly<Record<string, string | undefined>>): string {
  if (/^(sk|rk)_live_/.test(key)) throw new Error('This key moves real money. Set STRIPE_SECRET_KEY to one of a test account.');
  if (!/^(sk|rk)_test_\w+$/.test(key)) throw new Error('Set STRIPE_SECRET_KEY to the secret key of a test account.');
  return key;
}
