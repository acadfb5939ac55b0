import { setTimeout as wait } from 'node:timers/promises';
import type { Installation } from '@unspoken/testing/installation';

/** The time between two registrations, ms: each costs a process the hash of a password. */
const registerEvery = 1_500;
/** How long after the last registration, with every fault repaired, a mail may still arrive, ms. Source: requirements/promises C8. */
const arrivesWithin = 60_000;

/** People who register one after another, at each process in turn; an acknowledged registration is owed a mail. */
export class Registrants {
  readonly #installation: Installation;
  /** The addresses whose registration was acknowledged. */
  readonly #owed = new Set<string>();
  readonly #registering: Promise<void>;
  #hasEnded = false;
  #endedAt = 0;

  constructor(installation: Installation) {
    this.#installation = installation;
    this.#registering = this.#register();
  }

  /** The number of acknowledged registrations. */
  get acknowledged(): number {
    return this.#owed.size;
  }

  /** Ends the registrations. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#registering;
    this.#endedAt = performance.now();
  }

  /** Waits for as long as a mail may take, and returns a sentence for each violation of what is promised about mails. */
  async violations(): Promise<string[]> {
    while (this.#missing() > 0 && performance.now() < this.#endedAt + arrivesWithin) await wait(250);
    const found = this.#missing() > 0 ? [`${this.#missing()} mails were owed and have not come`] : [];
    const ids = new Map<string, string[]>();
    for (const { to, messageId } of this.#installation.mail.taken) ids.set(to, [...(ids.get(to) ?? []), messageId]);
    const countOf = (which: (of: readonly string[]) => boolean) => [...ids.values()].filter(which).length;
    const written = countOf((of) => new Set(of).size > 1);
    if (written > 0) found.push(`${written} people were written to twice`);
    // A process that dies between the mail server's acknowledgement and its own record has the mail sent again, with the same Message-ID.
    const often = countOf((of) => of.length > 2);
    if (often > 0) found.push(`${often} mails came more than twice`);
    return found;
  }

  /** The number of mails that arrived a second time, with the same Message-ID. */
  get repeated(): number {
    const { taken } = this.#installation.mail;
    return taken.length - new Set(taken.map(({ messageId }) => messageId)).size;
  }

  #missing(): number {
    const arrived = new Set(this.#installation.mail.taken.map(({ to }) => to));
    return [...this.#owed].filter((address) => !arrived.has(address)).length;
  }

  async #register(): Promise<void> {
    for (let i = 0; !this.#hasEnded; i++) {
      const { nodes } = this.#installation;
      const email = `newcomer-${i}@example.org`;
      const answer = await fetch(`${nodes[i % nodes.length]?.origin}/api/v1/account/register`, {
        method: 'POST',
        body: new URLSearchParams({
          name: 'Newcomer',
          email,
          password: `a quiet minute ${i}`,
          over18: 'true',
          termsAccepted: 'true',
        }),
        signal: AbortSignal.timeout(10_000),
      }).catch(() => undefined);
      if (answer?.ok) this.#owed.add(email);
      await wait(registerEvery);
    }
  }
}
