import type { AnswerOf } from '@unspoken/contract/call';
import type { ExperienceState, ownStudio } from '@unspoken/contract/studio';
import type { Experience, VersionOutline } from '../experiences/service.ts';

export type ExperienceView = AnswerOf<typeof ownStudio>['experiences'][number];

/** The state of an experience. What is published counts more than what awaits a decision. Source: requirements/experiences 12.3. */
export function stateOf({
  retiredAt,
  productionVersion,
  betaVersion,
  reviewState,
}: Pick<Experience, 'retiredAt' | 'productionVersion' | 'betaVersion' | 'reviewState'>): ExperienceState {
  if (retiredAt !== null) return 'retired';
  if (productionVersion !== null) return 'production';
  if (betaVersion !== null) return 'beta';
  return reviewState === 'waiting' ? 'review' : 'draft';
}

/** An experience as its author and administrators see it. `versions` has those of every experience, the newest first. */
export function viewOf(row: Experience, versions: readonly VersionOutline[]): ExperienceView {
  const own = versions.filter(({ type }) => type === row.type);
  const numberOf = (id: string | null) => own.find((each) => each.id === id)?.number ?? null;
  return {
    type: row.type,
    categoryID: row.categoryId,
    name: nameOf(row, own),
    state: stateOf(row),
    isInReview: row.reviewState === 'waiting',
    beta: numberOf(row.betaVersion),
    production: numberOf(row.productionVersion),
    versions: own.map(({ id, number, submittedAt, decision, reason }) => ({
      ...{ versionID: id, number, submittedAt: submittedAt.getTime(), decision, reason },
    })),
  };
}

/** The name of an experience in the language in which it was written; its type while it has none. */
export const nameOf = ({ draft, type }: Experience, [latest]: readonly VersionOutline[]): string =>
  draft?.name[draft.sourceLanguage] || latest?.name || type;
