import { type Browser, expect, type Page } from '@playwright/test';
import type { BrowserSubscription, PushService } from '@unspoken/testing/push-service/push-service';
import { launchFirefox } from './browsers.ts';
import { Person, password } from './person.ts';

/** Firefox whose push service is the stand-in, which has to run before: it connects at its start. */
export const launchFirefoxAt = (service: PushService): Promise<Browser> =>
  launchFirefox({
    'dom.push.connection.enabled': true,
    'dom.push.serverURL': `${service.browsers.address}/`,
    'dom.push.testing.allowInsecureServerURL': true,
    // There is no desktop that could show them.
    'alerts.useSystemBackend': false,
  });

/** A member at a Firefox that may show notifications and has a service worker. */
export async function arriveInFirefox(browser: Browser, origin: string, name: string): Promise<Person> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', permissions: ['notifications'] });
  return Person.inContext(context, origin, name, { member: true });
}

export const askLabel = 'Notify me when somebody is waiting';

/** Switches notifications on, and waits until push reaches this browser. Returns its endpoint. */
export async function askToBeReached({ page }: Person): Promise<string> {
  await page.getByLabel(askLabel, { exact: true }).check();
  await expect(page.getByText(/^Also while .* is closed/)).toBeVisible();
  return endpointOf(page);
}

export const endpointOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration?.pushManager.getSubscription())?.endpoint ?? '';
  });

/** No hour of the day is a quiet one. */
export async function atAllHours({ page }: Person): Promise<void> {
  await page.getByLabel('Quiet until').selectOption({ value: '22' });
  await expect(page.getByText('There are no quiet hours.')).toBeVisible();
}

/** Calls the API for a member, as another one of their browsers does. */
async function post({ context, origin }: Person, path: string, token: string, data: object): Promise<unknown> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await context.request.post(`${origin}/api/v1/${path}`, { data, headers });
  expect(answer.status()).toBe(200);
  return answer.json();
}

/** A second browser of a member, which push reaches too, and where it can be read what was sent. */
export interface Elsewhere extends BrowserSubscription {
  /** Of its session. */
  readonly token: string;
}

export async function reachElsewhere(person: Person, service: PushService): Promise<Elsewhere> {
  const userAgent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
  const { email } = person;
  const { token } = (await post(person, 'account/login', '', { email, password, userAgent })) as { token: string };
  const subscription = service.subscribe();
  await post(person, 'notifications/subscriptions', token, subscription);
  return { ...subscription, token };
}

/** Asks for calls at all hours without a page. */
export async function askElsewhere(person: Person): Promise<void> {
  await post(person, 'notifications/settings', person.token, { quietFrom: 22, quietTo: 22, dailyCap: 3 });
  await post(person, 'notifications/requests', person.token, { experienceTypes: ['oneminute'] });
}

/** Sends a test from the second browser. Returns how many it was sent to. */
export async function testFrom(person: Person, { token }: Elsewhere): Promise<number> {
  return ((await post(person, 'notifications/test', token, {})) as { devices: number }).devices;
}

/** Whether the session with which a member arrived goes on. */
export async function isSignedIn({ context, origin, token }: Person): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await context.request.get(`${origin}/api/v1/account/loginfromtoken`, { headers })).ok();
}

export interface Notified {
  readonly title: string;
  readonly body: string;
  readonly silent: boolean | null;
  /** The address that a click opens. */
  readonly opens: string;
}

/** What the system shows of this origin. */
export const shownBySystem = (page: Page): Promise<Notified[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body, silent, data }) => ({ title, body, silent, opens: data.opens }));
  });

/** The same person at a new page of the origin which is none of the product: nothing of it runs there. */
export async function atNeutralPage(person: Person): Promise<Person> {
  const page = await person.context.newPage();
  await page.goto(`${person.origin}/robots.txt`);
  return person.at(page);
}

/** Closes every page of a browser, which goes on running. */
export async function closePages({ context }: Person): Promise<void> {
  for (const page of context.pages()) await page.close();
}

/** Goes to the address of a notification after noting, as the service worker does, that it was clicked: nothing can press one of the system. */
export async function answer({ page, origin }: Person, address: string): Promise<void> {
  await page.evaluate(
    async (clicked) => (await caches.open('answered-calls')).put(clicked, new Response(`${Date.now()}`)),
    address,
  );
  await page.goto(origin + address);
}

/** In a service worker: what happens at a click on the notification that is shown. */
export async function clickNotification(): Promise<void> {
  const worker = globalThis as unknown as {
    registration: ServiceWorkerRegistration;
    NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
    dispatchEvent(event: Event): void;
  };
  const [notification] = await worker.registration.getNotifications();
  worker.dispatchEvent(new worker.NotificationEvent('notificationclick', { notification }));
}
