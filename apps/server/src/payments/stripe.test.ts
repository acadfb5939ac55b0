import { StandIn } from '@unspoken/stripe-stand-in/stand-in';
import { MemoryStore } from '@unspoken/stripe-stand-in/store';
import { expect, test } from 'vitest';
import { ProviderUnavailable } from './provider.ts';
import { type ProviderUnderTest, providerContract } from './provider-contract.ts';
import { StripeProvider } from './stripe.ts';

const day = 86_400_000;
const webhookSecrets = ['whsec_new', 'whsec_old'];
const keys = { secretKey: 'sk_test_standin', publishableKey: 'pk_test_standin', webhookSecrets, productName: 'Unspoken' };

function standIn() {
  let now = Date.parse('2027-01-31T12:00:00Z');
  let ids = 0;
  const stand = new StandIn({ store: new MemoryStore(), now: () => now, id: (prefix) => `${prefix}${(ids++).toString(36)}` });
  const provider = new StripeProvider({ ...keys, httpClient: stand.httpClient });
  const it: ProviderUnderTest = {
    provider,
    pay: (secret, method) => stand.act((engine) => void engine.confirm(secret, engine.method(method))).catch(() => {}),
    authenticate: (secret, isConfirmed) => stand.act((engine) => void engine.authenticate(secret, isConfirmed)),
    pass: async (days) => {
      now += days * day;
    },
    dispute: (intentRef) =>
      stand.act((engine) => {
        const { latest_charge } = engine.context.state.get('payment_intent', intentRef);
        engine.dispute(latest_charge as string);
      }),
  };
  return { it, stand };
}

providerContract('the stand-in', async () => standIn().it);

test('[PAY-2] a provider that cannot be reached is unavailable, and one that is broken too', async () => {
  const failing = (fail: () => never) => {
    const { stand } = standIn();
    stand.httpClient.makeRequest = async () => fail();
    return new StripeProvider({ ...keys, httpClient: stand.httpClient });
  };
  const provider = failing(() => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
  await expect(provider.balance()).rejects.toThrow(ProviderUnavailable);
});
