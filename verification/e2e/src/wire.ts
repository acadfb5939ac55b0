import type { Page } from '@playwright/test';

interface Heard {
  readonly from: string;
  readonly text: string;
}

/** Everything a page was told by the server: answers to its calls, and what its sockets heard. */
export class Wire {
  readonly heard: Heard[] = [];

  constructor(page: Page) {
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/api/')) return;
      // An answer that nobody waits for any more is gone with its page.
      const text = await response.text().catch(() => '');
      this.heard.push({ from: pathname, text });
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.hear(String(payload)));
    });
  }

  /** For sockets that the page does not see as its own, because something stands between. */
  hear(text: string): void {
    this.heard.push({ from: 'socket', text });
  }

  /** Whom this page was signed in as, and what it was signed in with. */
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

/** Calls whose answers name somebody else: one's own circle, who has invited one, and colleagues who moderate. */
const naming = ['/api/v1/friends/', '/api/v1/invitation/', '/api/v1/moderation/'];

/** Somebody of a story, as far as the others must not learn of them. */
export interface Known {
  readonly name: string;
  readonly email: string;
  readonly wire: Wire;
}

/** What people of one story were told of each other, beyond what they may be (promise B4): each leak in one line. */
export const leaks = (people: readonly Known[]): string[] =>
  people.flatMap((one) => people.flatMap((other) => leaksTo(one, other)));

function leaksTo(one: Known, other: Known): string[] {
  const { userIds, tokens } = other.wire.accounts();
  // Two browsers of one person may know everything of each other.
  if (one === other || [...one.wire.accounts().userIds].some((each) => userIds.has(each))) return [];
  const name = new RegExp(`\\b${other.name}\\b`, 'i');
  return one.wire.heard.flatMap(({ from, text }) => {
    // Whoever runs the platform is told who waits, and finds people: that is what they are there for.
    if (from.startsWith('/api/v1/office/')) return [];
    const secret = [other.email, ...userIds, ...tokens].find((each) => text.includes(each));
    if (secret) return [`${one.name} was told ${secret} of ${other.name} by ${from}`];
    const named = name.test(text) && !naming.some((each) => from.startsWith(each));
    return named ? [`${one.name} was told the name of ${other.name} by ${from}`] : [];
  });
}
