import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import type { ProviderUnderTest } from '@unspoken/server/payments/provider-contract';
import { StripeProvider } from '@unspoken/server/payments/stripe';
import type { TestMethodName } from '@unspoken/stripe-stand-in/test-methods';
import Stripe from 'stripe';

/** How many of the latest customers time passes for: a test of the contract has two at most. */
const latest = 2;
/** How often, and for how long, it is asked whether time has passed, ms. */
const [pause, patience] = [2_000, 180_000];
/** Where a bank sends its customer back to; nothing is there. */
const return_url = 'https://example.com/';

/** What Stripe documents for its tests. Source: https://docs.stripe.com/testing */
const cards: Readonly<Partial<Record<TestMethodName, string>>> = {
  ...{ visa: 'pm_card_visa', visaGermany: 'pm_card_de', visaFrance: 'pm_card_fr', declines: 'pm_card_visa_chargeDeclined' },
  ...{ insufficientFunds: 'pm_card_visa_chargeDeclinedInsufficientFunds', authenticatesAlways: 'pm_card_authenticationRequired' },
};
const debits: Readonly<Partial<Record<TestMethodName, string>>> = {
  ...{ debit: 'DE89370400440532013000', debitBounces: 'DE62370400440532013001' },
};

/** The library's own client; each customer who is made by it lives on a test clock of its own. */
function onTestClocks(newClock: () => Promise<string>): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, body, ...rest) => {
    if (method !== 'POST' || path !== '/v1/customers') return makeRequest(host, port, path, method, headers, body, ...rest);
    const clocked = `${body}&test_clock=${await newClock()}`;
    const own = { ...headers, 'Content-Length': Buffer.byteLength(clocked) };
    return makeRequest(host, port, path, method, own, clocked, ...rest);
  };
  return client;
}

/** A test account at Stripe, with the holders of its payment methods, their banks, and time. */
export function stripeAccount(secretKey: string): ProviderUnderTest & { readonly close: () => Promise<void> } {
  const stripe = new Stripe(secretKey, { apiVersion: '2026-10-28.endive' });
  const clocks: string[] = [];
  const httpClient = onTestClocks(async () => {
    const { id } = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1_000) });
    clocks.push(id);
    return id;
  });
  const keys = { secretKey, publishableKey: 'pk_test_unused', webhookSecrets: [], productName: 'Conformance' };
  const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] as string;

  const methodOf = async (name: TestMethodName): Promise<string> => {
    const card = cards[name];
    if (card) return card;
    const iban = debits[name];
    if (!iban) throw new Error(`Stripe documents no method for "${name}".`);
    const billing_details = { name: 'Ada Example', email: 'ada@example.org' };
    return (await stripe.paymentMethods.create({ type: 'sepa_debit', sepa_debit: { iban }, billing_details })).id;
  };
  const mandate_data = {
    customer_acceptance: { type: 'online' as const, online: { ip_address: '127.0.0.1', user_agent: 'conformance' } },
  };

  return {
    provider: new StripeProvider({ ...keys, httpClient }),
    async pay(clientSecret, name) {
      const id = idOf(clientSecret);
      const params = { payment_method: await methodOf(name), return_url, ...(debits[name] && { mandate_data }) };
      try {
        if (id.startsWith('seti_')) await stripe.setupIntents.confirm(id, params);
        else await stripe.paymentIntents.confirm(id, params);
      } catch (error) {
        // Declined: what comes of it is read from the payment.
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      }
    },
    async authenticate(clientSecret, isConfirmed) {
      const { next_action } = await stripe.paymentIntents.retrieve(idOf(clientSecret));
      const url = next_action?.redirect_to_url?.url;
      if (!url) throw new Error('The bank does not ask.');
      const browser = await chromium.launch();
      try {
        const page = await browser.newPage();
        await page.goto(url);
        const button = `#test-source-${isConfirmed ? 'authorize' : 'fail'}-3ds`;
        // The page of the test bank lies in frames within frames.
        for (let waited = 0; waited < patience; waited += pause) {
          for (const frame of page.frames())
            if ((await frame.locator(button).count()) > 0) {
              await frame.locator(button).click();
              await page.waitForURL(`${return_url}**`, { waitUntil: 'commit' });
              return;
            }
          await sleep(pause);
        }
        throw new Error('The page of the test bank has no such button.');
      } finally {
        await browser.close();
      }
    },
    async pass(days) {
      for (const id of clocks.slice(-latest)) {
        const { frozen_time } = await stripe.testHelpers.testClocks.retrieve(id);
        await stripe.testHelpers.testClocks.advance(id, { frozen_time: frozen_time + days * 86_400 });
        for (let waited = 0; ; waited += pause) {
          const { status } = await stripe.testHelpers.testClocks.retrieve(id);
          if (status === 'ready') break;
          if (status === 'internal_failure' || waited >= patience) throw new Error(`The test clock is ${status}.`);
          await sleep(pause);
        }
      }
    },
    async close() {
      // With a clock its customers and their subscriptions are deleted.
      for (const id of clocks) await stripe.testHelpers.testClocks.del(id);
    },
  };
}
