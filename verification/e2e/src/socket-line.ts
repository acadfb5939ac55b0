import type { Page, WebSocketRoute } from '@playwright/test';

interface Ends {
  readonly page: WebSocketRoute;
  readonly server: WebSocketRoute;
}

interface Hold {
  readonly text: string;
  readonly frames: (() => void)[];
}

/** The WebSocket connection between one page and the server: it can break, go dead, or hold messages back. */
export class SocketLine {
  readonly #open = new Set<Ends>();
  readonly #holds = new Set<Hold>();
  readonly #received: string[] = [];
  readonly #listeners = new Set<() => void>();
  #hear: (frame: string) => void = () => {};
  #refused = false;
  #dead = false;

  /** Intercepts the sockets of this page; `hear` is called with each frame that the server sends. */
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

  /** Closes the connection at both ends, and refuses new ones. */
  async break(): Promise<void> {
    this.#refused = true;
    for (const { page, server } of this.#open) await Promise.all([page.close(), server.close()]);
    this.#open.clear();
  }

  /** Accepts new connections again. */
  restore(): void {
    this.#refused = false;
  }

  /** Drops everything from now on without closing either end. */
  die(): void {
    this.#dead = true;
  }

  /** Holds back every frame of the page that contains this text. Returns a function that releases them. */
  hold(text: string): () => void {
    const held: Hold = { text, frames: [] };
    this.#holds.add(held);
    return () => {
      this.#holds.delete(held);
      for (const send of held.frames) send();
    };
  }

  /** Resolves once the server has sent a frame that contains this text. */
  received(text: string): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.count(text) === 0) return;
        this.#listeners.delete(check);
        resolve();
      };
      this.#listeners.add(check);
      check();
    });
  }

  /** How many frames containing this text the server has sent. */
  count(text: string): number {
    return this.#received.filter((frame) => frame.includes(text)).length;
  }

  #fromPage(ends: Ends, frame: string | Buffer): void {
    const send = () => {
      if (!this.#dead && this.#open.has(ends)) ends.server.send(frame);
    };
    const held = [...this.#holds].find(({ text }) => frame.includes(text));
    if (held) held.frames.push(send);
    else send();
  }

  #fromServer(ends: Ends, frame: string | Buffer): void {
    if (this.#dead || !this.#open.has(ends)) return;
    ends.page.send(frame);
    this.#received.push(frame.toString());
    this.#hear(frame.toString());
    for (const check of [...this.#listeners]) check();
  }

  #closed(ends: Ends, notify: () => Promise<void>): void {
    if (this.#dead) return;
    this.#open.delete(ends);
    void notify();
  }
}

/** Codes below 3000 are reserved for the browser. */
const closing = (code: number | undefined, reason: string | undefined) =>
  code !== undefined && code >= 3_000 ? { code, ...(reason && { reason }) } : {};
