import { providerContract } from '@unspoken/server/payments/provider-contract';
import { afterAll } from 'vitest';
import { testKey } from './key.ts';
import { stripeAccount } from './stripe-account.ts';

const account = stripeAccount(testKey(process.env));
afterAll(() => account.close());

// Keys for idempotency are remembered for a day, so that each run has its own.
providerContract(`Stripe, run ${Date.now()}`, async () => account);
