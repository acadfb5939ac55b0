import { setTimeout as wait } from 'node:timers/promises';
import type { Installation } from '@unspoken/testing/installation';

/** How often somebody comes anew, ms: each of them costs a process the hash of a password. */
const apart = 1_500;
/** For so long after everything is well again, and nobody comes any more, a mail may be on its way, ms. Source: requirements/promises C8. */
const onItsWay = 60_000;

/** People who register, one after the other, at whichever process answers; each whose registration is acknowledged is owed a mail. */
export class MailTemplates {
  readonly #installation: Installation;
  /** Whose registration was acknowledged. */
  readonly #owed = new Set<string>();
  readonly #coming: Promise<void>;
  #hasEnded = false;
  #endedAt = 0;

  constructor(installation: Installation) {
    this.#installation = installation;
    this.#coming = this.#come();
  }

  /** How many have been promised a mail. */
  get acknowledged(): number {
    return this.#owed.size;
  }

  /** Nobody comes any more. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#coming;
    this.#endedAt = performance.now();
  }

  /** What is not as it must be with the mails, once everything has been well for as long as a mail may take. */
  async broken(): Promise<string[]> {
    while (this.#missing() > 0 && performance.now() < this.#endedAt + onItsWay) await wait(250);
    const found = this.#missing() > 0 ? [`${this.#missing()} mails were owed and have not come`] : [];
    const ids = new Map<string, string[]>();
    for (const { to, messageId } of this.#installation.mail.taken) ids.set(to, [...(ids.get(to) ?? []), messageId]);
    const many = (which: (of: readonly string[]) => boolean) => [...ids.values()].filter(which).length;
    const written = many((of) => new Set(of).size > 1);
    if (written > 0) found.push(`${written} people were written to twice`);
    // Whoever dies between the word of the mail server and its own record has it sent once more, under the same name.
    const often = many((of) => of.length > 2);
    if (often > 0) found.push(`${often} mails came more than twice`);
    return found;
  }

  /** How many mails came a second time, under the same name. */
  get again(): number {
    const { taken } = this.#installation.mail;
    return taken.length - new Set(taken.map(({ messageId }) => messageId)).size;
  }

  #missing(): number {
    const come = new Set(this.#installation.mail.taken.map(({ to }) => to));
    return [...this.#owed].filter((address) => !come.has(address)).length;
  }

  async #come(): Promise<void> {
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
      await wait(apart);
    }
  }
}
