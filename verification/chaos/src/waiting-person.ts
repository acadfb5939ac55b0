import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';

export interface Identity {
  readonly accountId: string;
  readonly token: string;
}

/** Somebody who connects in a space and waits there until they have met somebody, at whichever process answers. */
export class WaitingPerson {
  readonly accountId: string;
  readonly wrong: string[] = [];
  hasMet = false;
  readonly #identity: Identity;
  readonly #origin: () => string;
  readonly #groupSpace: string;
  readonly #tab = randomUUID();
  #clicks = 0;
  #wantsToMeet = false;
  #hasLeft = false;
  #socket: Socket | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(origin: () => string, identity: Identity, groupSpace = 'open') {
    this.#origin = origin;
    this.#identity = identity;
    this.#groupSpace = groupSpace;
    this.accountId = identity.accountId;
  }

  /** Makes a call of the API, which encodes the body as the product's own client does. */
  async call(path: string, body: object): Promise<{ readonly ok: boolean; readonly error?: string }> {
    const answer = await fetch(`${this.#origin()}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#identity.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    const { error } = (await answer.json()) as { error?: string };
    return { ok: answer.ok, ...(error !== undefined && { error }) };
  }

  /** Opens a socket, and another one whenever it is lost. */
  arrive(): void {
    if (this.#hasLeft) return;
    const origin = this.#origin();
    const { token } = this.#identity;
    const socket = io(origin, {
      ...{ transports: ['websocket'], reconnection: false, forceNew: true, timeout: 3_000 },
      auth: (give) =>
        void fetch(`${origin}/api/v1/realtime/auth`, { headers: { authorization: `Bearer ${token}` } })
          .then(async (answer) => give({ token, tab: this.#tab, ...((await answer.json()) as object) }))
          .catch(() => give({})),
    });
    this.#socket = socket;
    const again = () => {
      socket.removeAllListeners();
      socket.close();
      this.#later(() => this.arrive());
    };
    socket.on('connect', () => this.#click());
    socket.on('connect_error', again);
    socket.on('disconnect', again);
    socket.on('matchmakerEvent', ({ roomID, error }: { roomID?: string; error?: string }) => {
      if (roomID !== undefined) this.hasMet = true;
      else if (error !== undefined) this.#later(() => this.#click());
    });
  }

  connect(): void {
    this.#wantsToMeet = true;
    this.#click();
  }

  leave(): void {
    this.#hasLeft = true;
    clearTimeout(this.#retry);
    this.#socket?.removeAllListeners();
    this.#socket?.close();
  }

  #click(): void {
    if (!this.#wantsToMeet || this.hasMet || !this.#socket?.connected) return;
    const click = {
      experienceType: 'oneminute',
      poolType: 'anyone',
      groupSpace: this.#groupSpace,
      clickID: `click ${++this.#clicks}`,
    };
    this.#socket.emit('connectClick', click, ({ error }: { error?: string }) => {
      if (error === 'gathering_not_found' || error === 'gathering_over') this.wrong.push(`connecting was answered ${error}`);
      if (error !== undefined) this.#later(() => this.#click());
    });
  }

  #later(run: () => void): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(run, 500 + Math.random() * 1_000);
  }
}
