import type { Page } from '@playwright/test';

interface Heard {
  readonly from: string;
  readonly text: string;
}

/** Everything the server has sent to a page: answers to its calls, and frames on its sockets. */
export class Wire {
  readonly heard: Heard[] = [];

  constructor(page: Page) {
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/api/')) return;
      // The body of an answer is lost if its page has been closed or left.
      const text = await response.text().catch(() => '');
      this.heard.push({ from: pathname, text });
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.hear(String(payload)));
    });
  }

  /** Adds a frame of a socket that is intercepted, and therefore not reported by the page. */
  hear(text: string): void {
    this.heard.push({ from: 'socket', text });
  }

  /** The accounts and tokens with which this page was signed in. */
  accounts(): { readonly userIds: ReadonlySet<string>; readonly tokens: ReadonlySet<string> } {
    const answers = this.heard.filter(({ from }) => from.startsWith('/api/v1/account/')).map(({ text }) => answerOf(text));
    const userIds = answers.flatMap(({ user }) => user?.userId ?? []);
    return { userIds: new Set(userIds), tokens: new Set(answers.flatMap(({ token }) => token ?? [])) };
  }
}

function answerOf(text: string): { readonly user?: { readonly userId?: string }; readonly token?: string } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Calls whose answers may name other people: the own circle, the inviter, the host, and fellow moderators. */
const naming = ['/api/v1/friends/', '/api/v1/invitation/', '/api/v1/experiences/retrieve-invitation', '/api/v1/moderation/'];
/** The event by which a friend asks for a minute. */
const asking = '"minute:asked"';

/** A person of a story, with what the others must not learn about them. */
export interface Known {
  readonly name: string;
  readonly email: string;
  readonly wire: Wire;
}

/** What the people of a story were sent about each other beyond what is allowed (promise B4): one line per leak. */
export const leaks = (people: readonly Known[]): string[] =>
  people.flatMap((one) => people.flatMap((other) => leaksTo(one, other)));

function leaksTo(one: Known, other: Known): string[] {
  const { userIds, tokens } = other.wire.accounts();
  // Two browsers of the same person may know everything about each other.
  if (one === other || [...one.wire.accounts().userIds].some((each) => userIds.has(each))) return [];
  const name = new RegExp(`\\b${other.name}\\b`, 'i');
  return one.wire.heard.flatMap(({ from, text }) => {
    // Administrators may see the waiting list and search for people.
    if (from.startsWith('/api/v1/office/')) return [];
    const secret = [other.email, ...userIds, ...tokens].find((each) => text.includes(each));
    if (secret) return [`${one.name} was told ${secret} of ${other.name} by ${from}`];
    const mayName = naming.some((each) => from.startsWith(each)) || text.includes(asking);
    const named = name.test(text) && !mayName;
    return named ? [`${one.name} was told the name of ${other.name} by ${from}`] : [];
  });
}
