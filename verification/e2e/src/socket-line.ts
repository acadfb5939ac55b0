import type { Page, WebSocketRoute } from '@playwright/test';

interface Ends {
  readonly page: WebSocketRoute;
  readonly server: WebSocketRoute;
}

interface Hold {
  readonly words: string;
  readonly frames: (() => void)[];
}

/** The line between one page and the server: it breaks, goes dead, or holds back what one is not to hear yet. */
export class SocketLine {
  readonly #open = new Set<Ends>();
  readonly #holds = new Set<Hold>();
  readonly #heard: string[] = [];
  readonly #listeners = new Set<() => void>();
  #hear: (frame: string) => void = () => {};
  #refused = false;
  #dead = false;

  /** Puts the line between this page and the server; `hear` gets what the server has sent. */
  async join(page: Page, hear: (frame: string) => void): Promise<void> {
    this.#hear = hear;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      if (this.#refused || this.#dead) return void socket.close();
      const ends = { page: socket, server: socket.connectToServer() };
      this.#open.add(ends);
      socket.onMessage((frame) => this.#fromPage(ends, frame));
      ends.server.onMessage((frame) => this.#fromServer(ends, frame));
      socket.onClose((code, reason) => this.#closed(ends, () => ends.server.close(closing(code, reason))));
      ends.server.onClose((code, reason) => this.#closed(ends, () => socket.close(closing(code, reason))));
    });
  }

  /** Both ends are told at once that the line is gone, and a new one is not to be had. */
  async break(): Promise<void> {
    this.#refused = true;
    for (const { page, server } of this.#open) await Promise.all([page.close(), server.close()]);
    this.#open.clear();
  }

  /** A new line can be had again. */
  mend(): void {
    this.#refused = false;
  }

  /** Nothing passes any more, and nobody is told. */
  die(): void {
    this.#dead = true;
  }

  /** Keeps back whatever the page sends with these words in it. Answers how to let it go. */
  hold(words: string): () => void {
    const held: Hold = { words, frames: [] };
    this.#holds.add(held);
    return () => {
      this.#holds.delete(held);
      for (const send of held.frames) send();
    };
  }

  /** Resolves when the server has sent something with these words in it, now or before. */
  heard(words: string): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.count(words) === 0) return;
        this.#listeners.delete(look);
        resolve();
      };
      this.#listeners.add(look);
      look();
    });
  }

  /** How often the server has sent something with these words in it. */
  count(words: string): number {
    return this.#heard.filter((frame) => frame.includes(words)).length;
  }

  #fromPage(ends: Ends, frame: string | Buffer): void {
    const send = () => {
      if (!this.#dead && this.#open.has(ends)) ends.server.send(frame);
    };
    const held = [...this.#holds].find(({ words }) => frame.includes(words));
    if (held) held.frames.push(send);
    else send();
  }

  #fromServer(ends: Ends, frame: string | Buffer): void {
    if (this.#dead || !this.#open.has(ends)) return;
    ends.page.send(frame);
    this.#heard.push(frame.toString());
    this.#hear(frame.toString());
    for (const look of [...this.#listeners]) look();
  }

  #closed(ends: Ends, tell: () => Promise<void>): void {
    if (this.#dead) return;
    this.#open.delete(ends);
    void tell();
  }
}

/** Codes below 3000 are the browser's own to give. */
const closing = (code: number | undefined, reason: string | undefined) =>
  code !== undefined && code >= 3_000 ? { code, ...(reason && { reason }) } : {};
