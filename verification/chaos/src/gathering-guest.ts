import { type Identity, WaitingPerson } from './waiting-person.ts';

/** Somebody who registers for a gathering, and connects in its space once it has begun. */
export class GatheringGuest extends WaitingPerson {
  readonly email: string;
  isRegistered = false;
  readonly #groupID: string;

  constructor(origin: () => string, { groupID, ...identity }: Identity & { readonly groupID: string }) {
    super(origin, identity, groupID);
    this.#groupID = groupID;
    this.email = `member-${identity.accountId}@example.org`;
  }

  async register(): Promise<void> {
    const { ok, error } = await this.call('gatherings/register', { groupID: this.#groupID });
    this.isRegistered = ok;
    if (!ok && error !== 'gathering_full') this.wrong.push(`registering was answered ${error}`);
  }
}
