import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { UserState } from '@unspoken/contract/encounters';
import type { Language } from '@unspoken/contract/languages';
import { type Colour, colours } from './pictures.ts';
import { SocketLine } from './socket-line.ts';
import { textOf } from './texts.ts';
import { Wire } from './wire.ts';

export const password = 'a long and quiet minute';

export interface PersonOptions {
  readonly camera?: boolean;
  /** Whether the microphone is allowed; it is not, unless set. */
  readonly microphone?: boolean;
  /** Whether notifications of the system are allowed; the service worker runs, which shows them. */
  readonly notifications?: boolean;
  readonly colorScheme?: 'light' | 'dark';
  /** Whether pages move; reduced motion unless set. */
  readonly motion?: boolean;
  readonly viewport?: { width: number; height: number };
  /** Whether they arrive signed in, with a new account. */
  readonly member?: boolean;
  /** The language of the interface; English unless set. */
  readonly language?: Language;
  /** Prepares the context before its first page. */
  readonly prepare?: (context: BrowserContext) => Promise<void>;
  /** Whether the connection to the server can be cut. */
  readonly breakable?: boolean;
}

/** A person at a browser of their own, who reads, types and clicks as people do. */
export class Person {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[] = [];
  /** What the server has sent to this person's page. */
  readonly wire: Wire;
  /** The connection to the server, if it is breakable. */
  readonly line = new SocketLine();
  readonly origin: string;
  readonly language: Language;
  /** The session token, after `enter`. */
  token = '';

  private constructor(name: string, origin: string, context: BrowserContext, page: Page, language: Language) {
    this.name = name;
    this.origin = origin;
    this.context = context;
    this.page = page;
    this.language = language;
    this.wire = new Wire(page);
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(message.text());
    });
    page.on('pageerror', (error) => this.problems.push(error.message));
  }

  static async arrive(browser: Browser, origin: string, name: string, options: PersonOptions = {}): Promise<Person> {
    const { camera = true, microphone = false, notifications = false } = options;
    const wanted = Object.entries({ camera, microphone: camera && microphone, notifications });
    const permissions = wanted.flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
    const context = await browser.newContext({
      viewport: options.viewport ?? { width: 1_280, height: 800 },
      // An empty list would deny all of them instead of leaving them undecided.
      ...(permissions.length > 0 && { permissions }),
      locale: options.language ?? 'en-GB',
      // Animations take a quarter of the processor time of a story; the stories about motion ask for it.
      reducedMotion: options.motion ? 'no-preference' : 'reduce',
      ...(options.colorScheme && { colorScheme: options.colorScheme }),
      // The size of a response that passes a service worker cannot be measured; the service worker has stories of its own.
      serviceWorkers: notifications ? 'allow' : 'block',
    });
    return Person.inContext(context, origin, name, options);
  }

  /** A person at a browser context that the caller has opened. */
  static async inContext(context: BrowserContext, origin: string, name: string, options: PersonOptions = {}): Promise<Person> {
    await options.prepare?.(context);
    const page = await context.newPage();
    // Records every request for a device, to check afterwards that no page requested a microphone.
    await page.addInitScript(() => {
      const asked: unknown[] = [];
      Object.assign(window, { asked });
      const real = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
      if (real)
        navigator.mediaDevices.getUserMedia = (constraints) => {
          asked.push(constraints);
          return real(constraints);
        };
    });
    // The browser names a camera that plays a file by the path of that file.
    await page.addInitScript(() => {
      const real = Object.getOwnPropertyDescriptor(MediaStreamTrack.prototype, 'label');
      Object.defineProperty(MediaStreamTrack.prototype, 'label', {
        get() {
          const label = String(real?.get?.call(this));
          return label.includes('/') ? 'Built-in camera' : label;
        },
      });
    });
    const person = new Person(name, origin, context, page, options.language ?? 'en');
    if (options.breakable) await person.line.join(page, (frame) => person.wire.hear(frame));
    if (options.member) {
      // A small file of the same origin, whose storage then holds the token before the application is first loaded.
      await page.goto(`${origin}/robots.txt`);
      await person.#becomeMember();
    }
    await person.goto('/');
    // On a busy machine a page takes long to load; nothing is measured by it.
    if (options.member) await person.is('present', 60_000);
    return person;
  }

  /** The same person at another page of their browser. */
  at(page: Page): Person {
    return Object.assign(new Person(this.name, this.origin, this.context, page, this.language), { token: this.token });
  }

  /** Cuts the connection to the server for `ms`. The path to the partner is unaffected. */
  async cutSocket(ms: number): Promise<void> {
    await this.line.break();
    await this.page.waitForTimeout(ms);
    this.line.restore();
  }

  /** Takes the camera away for `ms`. */
  async loseCamera(ms: number): Promise<void> {
    await this.context.clearPermissions();
    await this.page.waitForTimeout(ms);
    await this.context.grantPermissions(['camera']);
  }

  get email(): string {
    return `${this.name.toLowerCase()}@example.org`;
  }

  /** Fills in and sends the form that creates an account; null leaves the address as it is. */
  async register(email: string | null = this.email): Promise<void> {
    const form = this.page.getByRole('dialog');
    await form.getByLabel('Name').fill(this.name);
    if (email !== null) await form.getByLabel('Email', { exact: true }).fill(email);
    await form.getByLabel('Password').fill(password);
    await form.getByLabel('I am 18 or over').check();
    await form.getByLabel('I accept the terms').check();
    await form.getByRole('button', { name: 'Create account' }).click();
  }

  /** Creates an account and opens the mailed link. */
  async join(): Promise<void> {
    const { page } = this;
    await page.getByRole('link', { name: 'Connect', exact: true }).click();
    await this.register();
    await expect(page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();
    await page.goto(await this.mailed('confirmemail'));
    await this.is('present');
  }

  /** Creates an account and signs in by calls, without the forms. */
  async enter(): Promise<void> {
    await this.#becomeMember();
    await this.page.reload();
    await this.is('present');
  }

  async #becomeMember(): Promise<void> {
    const { request } = this.page;
    const registered = await request.post(`${this.origin}/api/v1/account/register`, {
      form: { name: this.name, email: this.email, password, termsAccepted: 'true', over18: 'true', language: this.language },
    });
    const { token } = (await registered.json()) as { token: string };
    this.token = token;
    const confirming = (await this.mailed('confirmemail')).replace('/confirmemail/', '/api/v1/account/confirmemail/');
    expect((await request.get(confirming)).status()).toBe(200);
    await this.page.evaluate((given) => localStorage.setItem('unspoken.token', given), token);
  }

  /** Signs in by the dialog. */
  async signIn(email: string, typed: string): Promise<void> {
    await this.page.goto(`${this.origin}/?auth=signin`);
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Email', { exact: true }).fill(email);
    await dialog.getByLabel('Password').fill(typed);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Waits for a mail with a link to this page, and returns the newest such link. */
  async mailed(page: string, to: string = this.email): Promise<string> {
    let link: string | undefined;
    await expect
      .poll(
        async () => {
          const answer = await this.page.request.get(`${this.origin}/dev/mailbox.json?to=${encodeURIComponent(to)}`);
          const mails = (await answer.json()) as { text: string }[];
          link = mails.map(({ text }) => new RegExp(`http\\S+/${page}\\S+`).exec(text)?.[0]).find(Boolean);
          return link;
        },
        { timeout: 15_000, intervals: [100, 200, 300] },
      )
      .toBeTruthy();
    return link as string;
  }

  /** Opens a page of the product. */
  async goto(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
    // A prerendered page is visible before the application has taken it over.
    await this.page.locator('html[data-alive]').waitFor();
  }

  /** Waits until the chart is in this state. */
  async is(state: UserState, timeout = 15_000): Promise<void> {
    await expect(this.page.locator('body')).toHaveAttribute('data-user-state', state, { timeout });
  }

  press(button: string): Promise<void> {
    return this.page.getByRole('button', { name: button, exact: true }).click();
  }

  /** A text of the interface in this person's language. */
  text(key: string): string {
    return textOf(this.language, key);
  }

  /** Presses Connect, and accepts the guidance if it is shown. */
  async connect(button = this.text('lobby:connect.button')): Promise<void> {
    await this.press(button);
    await this.#acceptGuidance();
  }

  async #acceptGuidance(): Promise<void> {
    const accept = this.page.getByRole('button', { name: this.text('encounters:guidance.accept') });
    const state = this.page.locator(
      ['waiting', 'enteringRoom', 'gettingMedia', 'preparing', 'firstTimeGuidance']
        .map((state) => `body[data-user-state="${state}"]`)
        .join(', '),
    );
    await state.waitFor({ state: 'attached' });
    if ((await this.page.locator('body').getAttribute('data-user-state')) === 'firstTimeGuidance') await accept.click();
  }

  /** Creates a personal invitation, accepts the guidance if it is shown, and waits for the guest. Returns the link. */
  async invite({ membersOnly = false } = {}): Promise<string> {
    await this.press(this.text('experiences:invite'));
    const dialog = this.page.getByRole('dialog');
    if (membersOnly) await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: this.text('experiences:inviting.make') }).click();
    await this.#acceptGuidance();
    await this.is('waiting');
    return this.page.getByLabel(this.text('experiences:panel.link')).inputValue();
  }

  /** Accepts what a guest has to accept, and connects by the invitation on this page; up to the guidance, if it is not accepted. */
  async comeAsGuest({ accepts = true } = {}): Promise<void> {
    for (const label of ['guest.over18', 'guest.terms']) await this.page.getByLabel(this.text(`experiences:${label}`)).check();
    await this.press(this.text('experiences:invited.connect'));
    if (accepts) await this.#acceptGuidance();
    else await this.is('firstTimeGuidance');
  }

  async start(): Promise<void> {
    await this.is('preparing', 30_000);
    await this.press(this.text('encounters:preparing.start'));
  }

  /** Leaves what follows an encounter, without thanks and without the circle. */
  async moveOn(): Promise<void> {
    const names = ['continue', 'digesting.notNow', 'ended.notNow', 'digesting.moveOn'].map((key) =>
      this.text(`encounters:${key}`),
    );
    const onwards = this.page.getByRole('button', { name: new RegExp(`^(${[...new Set(names)].join('|')})$`) });
    await expect(async () => {
      const state = await this.page.locator('body').getAttribute('data-user-state');
      if (state !== 'disconnected' && state !== 'digesting') return;
      await onwards.click({ timeout: 2_000 });
      expect(await this.page.locator('body').getAttribute('data-user-state')).not.toMatch(/disconnected|digesting/);
    }).toPass({ timeout: 15_000, intervals: [50] });
  }

  /** The average colour of the partner's picture in this browser. */
  seen(): Promise<[number, number, number]> {
    return this.page.getByTestId('partner').evaluate((video) => {
      const canvas = document.createElement('canvas');
      canvas.width = 32;
      canvas.height = 24;
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
      pen.drawImage(video as HTMLVideoElement, 0, 0, 32, 24);
      const { data } = pen.getImageData(0, 0, 32, 24);
      const sum: [number, number, number] = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4)
        for (const c of [0, 1, 2] as const) sum[c] += (data[i + c] ?? 0) / (data.length / 4);
      return sum;
    });
  }

  /** The size of a picture on this screen, as it is decoded, px. */
  sizeOf(picture: 'partner' | 'self'): Promise<[width: number, height: number]> {
    return this.page
      .getByTestId(picture)
      .evaluate((video) => [(video as HTMLVideoElement).videoWidth, (video as HTMLVideoElement).videoHeight]);
  }

  /** Asserts that the partner's picture moves. */
  async seesMovement(): Promise<void> {
    const time = () => this.page.getByTestId('partner').evaluate((video) => (video as HTMLVideoElement).currentTime);
    const before = await time();
    await expect.poll(time).toBeGreaterThan(before);
  }

  /** Asserts that this browser shows the picture of this colour, and that it moves. */
  async sees(colour: Colour): Promise<void> {
    await expect
      .poll(async () => {
        const seen = await this.seen();
        const distance = (other: Colour) => Math.hypot(...seen.map((value, c) => value - (colours[other][c] ?? 0)));
        return distance(colour) < 70 && distance(colour) < distance(colour === 'red' ? 'blue' : 'red');
      })
      .toBe(true);
    await this.seesMovement();
  }

  /** The device requests that this page has made. */
  asked(): Promise<{ audio?: unknown; video?: unknown }[]> {
    return this.page.evaluate(() => (window as unknown as { asked: { audio?: unknown }[] }).asked);
  }

  /** The minutes and thanks that the server has counted for this person. */
  async counters(): Promise<{ completedMinutes: number; thanksReceived: number }> {
    const token = await this.page.evaluate(() => localStorage.getItem('unspoken.token'));
    const answer = await this.page.request.get(`${this.origin}/api/v1/account/loginfromtoken`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { user: { completedMinutes: number; thanksReceived: number } }).user;
  }
}

/** Brings two people from their lobbies into the running minute. */
export async function meet(first: Person, second: Person): Promise<void> {
  await first.connect();
  await first.is('waiting');
  await second.connect();
  await Promise.all([first.start(), second.start()]);
  await Promise.all([first.is('connected'), second.is('connected')]);
}
