import type { Script } from '@unspoken/contract/scripts';
import type { Person } from './person.ts';
import { expect } from './stage.ts';

/** Makes calls of the contract as this person. */
const callsOf = (person: Person) => async (method: 'get' | 'post', path: string, data?: object) => {
  // They may have signed in again since they came.
  const token = await person.page.evaluate(() => localStorage.getItem('unspoken.token'));
  const answer = await person.page.request[method](`${person.origin}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
};

/** An experience whose versions a facilitator submits and an administrator decides about, by calls, for stories about what follows. */
export class Authored {
  /** The ids of its versions, the oldest first. */
  readonly versions: string[] = [];
  readonly #type: string;
  readonly #author: ReturnType<typeof callsOf>;
  readonly #admin: ReturnType<typeof callsOf>;

  constructor(type: string, author: Person, administrator: Person) {
    this.#type = type;
    this.#author = callsOf(author);
    this.#admin = callsOf(administrator);
  }

  /** Gives the author a page of their own, without which nobody submits anything. */
  async publishPage(name: string, slug: string): Promise<void> {
    const blank = { title: {}, bio: {}, pronouns: null, image: null, outboundLink: null, published: true };
    await this.#author('post', 'studio/profile', { ...blank, slug, name });
  }

  async create(name: string): Promise<void> {
    const { categories } = await this.#author('get', 'studio/list');
    await this.#author('post', 'studio/create', { type: this.#type, categoryID: categories[0].categoryID, name, language: 'en' });
  }

  /** Publishes the draft, with another script if one is given. */
  async publish(script?: Script): Promise<void> {
    const type = this.#type;
    const { draft } = await this.#author('get', `studio/experience?type=${type}`);
    const saved = script && (await this.#author('post', 'studio/draft', { type, revision: draft.revision, script }));
    const { revision } = saved ?? draft;
    await this.#author('post', 'studio/submit', { type, revision, rights: true, noPromotion: true });
    const { experiences } = await this.#admin('get', 'office/reviews');
    const { versionID } = experiences.find((each: { type: string }) => each.type === type).versions[0];
    this.versions.push(versionID);
    await this.#admin('post', 'office/review', { versionID, decision: 'production', reason: 'Good.' });
  }

  async rollBackTo(versionID: string | undefined): Promise<void> {
    await this.#admin('post', 'office/publish', { type: this.#type, stage: 'production', versionID, reason: 'Back.' });
  }

  async takeDown(isDown: boolean): Promise<void> {
    await this.#admin('post', 'office/takedown', { type: this.#type, isDown, reason: 'A question.' });
  }
}
