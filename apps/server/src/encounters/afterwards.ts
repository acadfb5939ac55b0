import type { CircleFlags } from '@unspoken/contract/circle';
import type { RecentEncounter } from '@unspoken/contract/encounters';
import { AppError } from '@unspoken/contract/errors';
import { minuteType } from '@unspoken/contract/matchmaking';
import { type ReportBody, reportWindow } from '@unspoken/contract/reports';
import type { CircleModule } from '../circle/module.ts';
import type { Circle } from '../circle/service.ts';
import type { Moderation } from '../moderation/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Fact } from './room-registry.ts';
import { allowsThanks } from './rules.ts';
import type { EncounterStore, Participation } from './store.ts';

export interface AfterwardsOptions {
  readonly clock: Clock;
  readonly store: EncounterStore;
  readonly circle: Pick<Circle, 'add' | 'remove' | 'relation' | 'firstName'>;
  /** Guests' adds of their hosts. */
  readonly guestAdds: Pick<CircleModule['guestAdds'], 'keep' | 'claimOfNothing' | 'end'>;
  readonly moderation: Pick<Moderation, 'report' | 'reportedOf' | 'block' | 'separatedBy' | 'separatedFrom'>;
  /** Whether the account is that of a guest, or is gone. */
  readonly isGuest: (accountId: string) => Promise<boolean>;
  /** Resolves when everything that happened in a room is in the store. */
  readonly settled: (roomID: string) => Promise<void>;
  /** The minutes or thanks counted for these people have changed. */
  readonly countersChanged?: (...accountIds: readonly string[]) => void;
  /** Reports a fact to the room, if a process still has it. */
  readonly noteFact: (accountId: string, roomID: string, fact: Fact) => Promise<void>;
}

/** A room and the caller's position in it, as the caller claims. */
interface Claim {
  readonly roomID: string;
  readonly position: number;
}

/**
 * What two people can do about each other once they have met: thank, add to the circle, report. The caller knows only the
 * room; who the partner is follows from the ledger.
 */
export class Afterwards {
  readonly #options: AfterwardsOptions;

  constructor(options: AfterwardsOptions) {
    this.#options = options;
  }

  /** Thanks the partner of an encounter whose end allows it; once per room and giver. */
  async thank(accountId: string, claim: Claim): Promise<void> {
    const { store, clock, noteFact, countersChanged } = this.#options;
    const { partner } = await this.#met(accountId, claim);
    const isNew = await store.thank(claim.roomID, accountId, partner, clock.now());
    await noteFact(accountId, claim.roomID, 'thanked');
    if (isNew) countersChanged?.(partner);
  }

  /**
   * Throws `partner_is_guest` for a partner without an account, and `message_not_allowed` for a partner whom the caller has
   * reported or blocked. A caller who was reported or blocked by the partner gets the usual answer, but it never becomes a match.
   */
  async addToCircle(accountId: string, claim: Claim): Promise<CircleFlags> {
    const { circle, isGuest, moderation, noteFact } = this.#options;
    const { partner } = await this.#met(accountId, claim);
    if (await isGuest(partner)) throw new AppError('partner_is_guest');
    if ((await moderation.separatedBy(accountId)).includes(partner)) throw new AppError('message_not_allowed');
    await circle.add(accountId, partner);
    await noteFact(accountId, claim.roomID, 'addedCircle');
    return this.#flags(accountId, partner, Promise.resolve(false));
  }

  /**
   * Keeps a guest's add of their host. Throws `message_not_allowed` for a caller with an account, and as `addToCircle` does;
   * a guest whom the host has reported or blocked gets a claim that redeems nothing.
   */
  async keepAdd(accountId: string, claim: Claim): Promise<string> {
    const { isGuest, moderation, guestAdds } = this.#options;
    const { partner } = await this.#met(accountId, claim);
    const isSeparating = (await moderation.separatedBy(accountId)).includes(partner);
    if (isSeparating || !(await isGuest(accountId))) throw new AppError('message_not_allowed');
    if (await isGuest(partner)) throw new AppError('partner_is_guest');
    if ((await moderation.separatedFrom(accountId)).includes(partner)) return guestAdds.claimOfNothing();
    return guestAdds.keep(claim.roomID, partner);
  }

  async removeFromCircle(accountId: string, claim: Claim): Promise<CircleFlags> {
    const { partner } = await this.#met(accountId, claim);
    await this.#options.circle.remove(accountId, partner);
    return this.#flags(accountId, partner);
  }

  async partnerCircle(accountId: string, claim: Claim): Promise<CircleFlags> {
    const { partner } = await this.#met(accountId, claim);
    return this.#flags(accountId, partner);
  }

  /**
   * Reports the partner of a room that was confirmed, for 72 h after its end; the two never meet again, and a room
   * that still runs ends. Throws `report_too_late`.
   */
  async report(
    accountId: string,
    { selectedOptions, reportExplanation, noRepeat, ...claim }: ReportBody,
    address?: string,
  ): Promise<void> {
    const { moderation, clock, noteFact } = this.#options;
    const { partner, confirmed, endedAt } = await this.#member(accountId, claim);
    if (!confirmed) throw new AppError('message_not_allowed');
    if (endedAt !== undefined && clock.now() - endedAt > reportWindow) throw new AppError('report_too_late');
    await moderation.report({
      roomID: claim.roomID,
      reporter: accountId,
      reported: partner,
      reasons: selectedOptions,
      explanation: reportExplanation,
      noRepeat,
      address,
    });
    await this.#endGuestAdd(accountId, claim.roomID);
    await noteFact(accountId, claim.roomID, 'leaves');
  }

  /** A guest who has an account by now is separated with it, too. */
  async #endGuestAdd(accountId: string, roomID: string): Promise<void> {
    const { guestAdds, moderation } = this.#options;
    const former = await guestAdds.end(roomID);
    if (former !== undefined && former !== accountId) await moderation.block(accountId, former);
  }

  /** The two never meet again; a room that still runs ends. No moderator looks at a block. */
  async block(accountId: string, claim: Claim): Promise<void> {
    const { partner, confirmed } = await this.#member(accountId, claim);
    if (!confirmed) throw new AppError('message_not_allowed');
    await this.#options.moderation.block(accountId, partner);
    await this.#endGuestAdd(accountId, claim.roomID);
    await this.#options.noteFact(accountId, claim.roomID, 'leaves');
  }

  /** The account's encounters of the last 72 hours; confirmed rooms only, newest first. */
  async recent(accountId: string): Promise<RecentEncounter[]> {
    const { store, moderation, clock } = this.#options;
    const own = await store.history(accountId, clock.now() - reportWindow);
    const confirmed = own.filter((each) => each.confirmed).reverse();
    const rooms = confirmed.map(({ roomID }) => roomID);
    const [reported, apart] = await Promise.all([moderation.reportedOf(accountId, rooms), moderation.separatedBy(accountId)]);
    return confirmed.map(({ roomID, partner, position, pairedAt, connectedAt, duration, endReason }) => ({
      roomID,
      position,
      at: connectedAt ?? pairedAt,
      duration,
      endReason: endReason ?? null,
      reported: reported.has(roomID),
      apart: apart.includes(partner),
    }));
  }

  /**
   * When the caller's minute in this room was completed, epoch ms. Throws `room_not_found`; `unavailable` while its end is not known; and
   * `message_not_allowed` for another end, and for an experience.
   */
  async completedAt(accountId: string, roomID: string): Promise<number> {
    const { endedAt, completed, experienceType } = await this.#participation(accountId, roomID);
    if (endedAt === undefined) throw new AppError('unavailable');
    if (!completed || experienceType !== minuteType) throw new AppError('message_not_allowed');
    return endedAt;
  }

  async #participation(accountId: string, roomID: string): Promise<Participation> {
    await this.#options.settled(roomID);
    const participation = await this.#options.store.participation(roomID, accountId);
    if (!participation) throw new AppError('room_not_found');
    return participation;
  }

  async #member(accountId: string, { roomID, position }: Claim): Promise<Participation> {
    const participation = await this.#participation(accountId, roomID);
    if (participation.position !== position) throw new AppError('wrong_position');
    return participation;
  }

  /** The caller's side of an encounter whose end allows thanks. Throws `message_not_allowed` otherwise. */
  async #met(accountId: string, claim: Claim): Promise<Participation> {
    const participation = await this.#member(accountId, claim);
    if (!allowsThanks(participation.endReason)) throw new AppError('message_not_allowed');
    return participation;
  }

  async #flags(accountId: string, partner: string, isGuest = this.#options.isGuest(partner)): Promise<CircleFlags> {
    const { circle } = this.#options;
    const [{ addedByMe, addedByOther }, otherIsGuest] = await Promise.all([circle.relation(accountId, partner), isGuest]);
    const isMatch = addedByMe && addedByOther;
    return {
      success: true,
      addedByOther,
      alreadyInMyCircleAddedByMe: addedByMe,
      alreadyInMyCircleMatched: isMatch,
      otherIsGuest,
      ...(isMatch && { firstName: await circle.firstName(partner) }),
    };
  }
}
