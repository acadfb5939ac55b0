import type { Bug } from '../bug.ts';

const written = 'apps/server/src/studio/studio.integration.test.ts';
const rehearsed = 'apps/server/src/studio/rehearsal.integration.test.ts';
const kept = 'apps/web/src/studio/draft-keeper.test.ts';
const edited = 'apps/web/src/studio/document.test.ts';
const room = 'packages/encounter/src/rehearsal.test.ts';
const proof = 'packages/contract/src/script-proof.test.ts';

/** Writing experiences, rehearsing them, and deciding about them. */
export const studio: readonly Bug[] = [
  {
    name: 'a draft is saved over any revision',
    file: 'apps/server/src/studio/drafts.ts',
    from: "      if (row.draftRevision !== revision) throw new AppError('draft_changed');\n      await store.change(tx, type, { draft",
    to: '      await store.change(tx, type, { draft',
    suite: written,
  },
  {
    name: 'a facilitator reads the draft of another',
    file: 'apps/server/src/studio/drafts.ts',
    from: 'if (!row || row.facilitatorId !== author.id)',
    to: 'if (!row)',
    suite: written,
  },
  {
    name: 'a submission is not proven again',
    file: 'apps/server/src/studio/drafts.ts',
    from: '    await proving.require(written, row.facilitatorId, tx);\n',
    to: '',
    suite: written,
  },
  {
    name: 'a version that was frozen for a rehearsal is among those of its experience',
    file: 'apps/server/src/experiences/authoring-store.ts',
    from: '.where(and(inArray(experienceVersion.type, [...types]), isSubmitted))',
    to: '.where(inArray(experienceVersion.type, [...types]))',
    suite: rehearsed,
  },
  {
    name: 'an experience that was only rehearsed stands before the administrators',
    file: 'apps/server/src/experiences/authoring-store.ts',
    from: '.from(experienceVersion).where(isSubmitted);',
    to: '.from(experienceVersion);',
    suite: rehearsed,
  },
  {
    name: 'a rehearsal has the number of the version before it',
    file: 'apps/server/src/experiences/authoring-store.ts',
    from: 'return (row?.last ?? 0) + 1;',
    to: 'return row?.last ?? 1;',
    suite: rehearsed,
  },
  {
    name: 'any member follows the invitation to a rehearsal',
    file: 'apps/server/src/experiences/personal-invitations.ts',
    from: 'if (!account || (versionId !== null && !hasBetaAccess(account))) return false;',
    to: 'if (!account) return false;',
    suite: rehearsed,
  },
  {
    name: 'a rehearsal needs a membership',
    file: 'apps/server/src/experiences/rights.ts',
    from: '    if (invited?.versionId) return;\n',
    to: '',
    suite: rehearsed,
  },
  {
    name: 'a rehearsal plays what is published',
    file: 'apps/server/src/experiences/plans.ts',
    from: "poolType === 'personalInvite' ? await rehearsed(groupSpace) : undefined",
    to: "poolType === 'personalInvite' && !groupSpace ? await rehearsed(groupSpace) : undefined",
    suite: rehearsed,
  },
  {
    name: 'a rehearsal completes a minute',
    file: 'apps/server/src/encounters/ledger.ts',
    from: 'end.completed && !plan?.isRehearsal',
    to: 'end.completed',
    suite: rehearsed,
  },
  {
    name: 'what was saved elsewhere is taken for the author’s own',
    file: 'apps/web/src/studio/draft-keeper.ts',
    from: 'if (isSameScript(theirs.script, script)) this.#saved',
    to: 'if (theirs.revision > this.#revision) this.#saved',
    suite: kept,
  },
  {
    name: 'what is not saved has no copy in the browser',
    file: 'apps/web/src/studio/draft-keeper.ts',
    from: '    this.#ports.copy({ script, revision: this.#revision });\n',
    to: '',
    suite: kept,
  },
  {
    name: 'what is written during a request is taken for saved',
    file: 'apps/web/src/studio/draft-keeper.ts',
    from: 'if (this.#unsaved === script) this.#unsaved = undefined;',
    to: 'this.#unsaved = undefined;',
    suite: kept,
  },
  {
    name: 'a draft that cannot be saved is not tried again',
    file: 'apps/web/src/studio/draft-keeper.ts',
    from: "    if (state === 'offline') {\n      this.#in(this.#retry);",
    to: "    if (state === 'offline') {",
    suite: kept,
  },
  {
    name: 'in a conflict the draft is saved over the other',
    file: 'apps/web/src/studio/draft-keeper.ts',
    from: "    else this.keeping.set({ state: 'conflict', theirs });",
    to: '    else this.#revision = theirs.revision;',
    suite: kept,
  },
  {
    name: 'moving all later items moves those of the same instant',
    file: 'apps/web/src/studio/document.ts',
    from: 'phase === moved.phase && at > moved.time',
    to: 'phase === moved.phase && at >= moved.time',
    suite: edited,
  },
  {
    name: 'moving all later items moves the next part',
    file: 'apps/web/src/studio/document.ts',
    from: '(withLater && phase === moved.phase && at > moved.time)',
    to: '(withLater && order[phase] >= order[moved.phase] && at > moved.time)',
    suite: edited,
  },
  {
    name: 'a language that is taken away leaves its texts',
    file: 'apps/web/src/studio/document.ts',
    from: '      .filter(([key]) => key !== language)\n',
    to: '',
    suite: edited,
  },
  {
    name: 'items are not in the order of their times after moving',
    file: 'apps/web/src/studio/document.ts',
    from: '{ ...item, time: item.time + by } : item)).toSorted(byTime)',
    to: '{ ...item, time: item.time + by } : item))',
    suite: edited,
  },
  {
    name: 'a rehearsal begins before its intro is over',
    file: 'packages/encounter/src/rehearsal.ts',
    from: 'Math.max(now + lead, this.#introStartsAt + introDuration)',
    to: 'now + lead',
    suite: room,
  },
  {
    name: 'a rehearsal begins when one side is ready',
    file: 'packages/encounter/src/rehearsal.ts',
    from: '!this.#both(({ isReady }) => isReady)',
    to: '!Object.values(this.#seats).some(({ isReady }) => isReady)',
    suite: room,
  },
  {
    name: 'the end of a rehearsal is kept from the other side',
    file: 'packages/encounter/src/rehearsal.ts',
    from: "if (!this.#hasEnded) this.#send(otherPosition(position), { name: 'close', position, endReason: theirs });",
    to: 'void theirs;',
    suite: room,
  },
  {
    name: 'a proof has no end',
    file: 'packages/contract/src/script-proof.ts',
    from: 'if (findings.length === mostFindings) throw new Enough();',
    to: '',
    suite: proof,
  },
  {
    name: 'a text of surrogate pairs is measured by its halves',
    file: 'packages/contract/src/script-proof.ts',
    from: 'text.length > limit && (text.length > 2 * limit || [...text].length > limit)',
    to: 'text.length > limit',
    suite: proof,
  },
];
