import type { Page } from '@playwright/test';

/** Runs in the page in place of the provider's script: as strict as that about how it is called, and paid by a test card. */
function providerScript() {
  const fail = (message: string): never => {
    throw new Error(`IntegrationError: ${message}`);
  };
  const exactly = (given: object, names: readonly string[]) => {
    for (const name of Object.keys(given)) if (!names.includes(name)) fail(`${name} is not a known option`);
    for (const name of names) if (!(name in given)) fail(`${name} is missing`);
  };
  const Stripe = (publishableKey: string) => {
    if (!publishableKey.startsWith('pk_test_')) fail('not a publishable key');
    let secret = '';
    let frame: HTMLIFrameElement | undefined;
    const card = () => frame?.contentWindow as Window & { card?: string };
    const confirm = async (options: { elements: object; confirmParams: { return_url: string }; redirect: string }) => {
      exactly(options, ['elements', 'confirmParams', 'redirect']);
      new URL(options.confirmParams.return_url);
      await fetch('https://api.stripe.com/v1/payment_intents');
      const answer = await fetch('/api/v1/payments/rehearse', {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('unspoken.token')}` },
        body: new URLSearchParams({ client_secret: secret, method: (window as unknown as { testCard: string }).testCard }),
      });
      const { error } = (await answer.json()) as { error?: string };
      return error ? { error: { type: 'card_error', message: error } } : { paymentIntent: {} };
    };
    return {
      elements: (options: { clientSecret: string; locale: string; appearance: object }) => {
        exactly(options, ['clientSecret', 'locale', 'appearance']);
        secret = options.clientSecret;
        return {
          create(type: string) {
            if (type !== 'payment') fail(`${type} is not used here`);
            const listeners: Record<string, () => void> = {};
            return {
              on: (event: string, listener: () => void) => Object.assign(listeners, { [event]: listener }),
              mount(box: HTMLElement) {
                if (!box.isConnected) fail('the element cannot be mounted');
                frame = document.createElement('iframe');
                frame.title = 'Secure payment input';
                frame.src = 'https://js.stripe.com/endive/elements.html';
                frame.addEventListener('load', () => listeners.ready?.());
                box.append(frame);
              },
              destroy: () => frame?.remove(),
            };
          },
          submit: async () => (card() ? {} : { error: { message: 'not mounted' } }),
        };
      },
      confirmPayment: confirm,
      confirmSetup: confirm,
    };
  };
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) });
}

/** Whether the provider's script can be loaded. */
type Reachability = 'reachable' | 'blocked';

/** Serves a page the provider's script, frame and API from here, as if payments were open; what its policy has refused. */
export async function standInForProvider(page: Page, state: Reachability = 'reachable') {
  const violations: string[] = [];
  await page.exposeFunction('violated', (what: string) => violations.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { violated: (what: string) => void }).violated(`${effectiveDirective} ${blockedURI}`),
    ),
  );
  const requested: string[] = [];
  await page.context().route(/^https:\/\/[^/]*stripe\.(com|network)\//, async (route) => {
    const url = new URL(route.request().url());
    requested.push(`${url.host}${url.pathname}${url.search}`);
    if (state === 'blocked') return route.abort();
    if (url.pathname.endsWith('.js'))
      return route.fulfill({ contentType: 'text/javascript', body: `(${providerScript.toString()})()` });
    if (url.pathname.endsWith('.html'))
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Card</title><p>Card</p>' });
    return route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } });
  });
  // The server rehearses; the page behaves as where payments are open.
  await page.route('**/api/v1/payments/countries', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), payments: 'open' } });
  });
  const pay = (method: string) => page.evaluate((testCard) => void Object.assign(window, { testCard }), method);
  return { violations, requested, pay };
}
