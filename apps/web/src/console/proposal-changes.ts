import type { HostedGathering } from '@unspoken/contract/gatherings';
import { wallTimeIn } from '../gatherings/hosting.ts';

type Proposed = NonNullable<HostedGathering['pending']>;

/** What an administrator decides about, in the order in which it is read. */
const fields = ['name', 'when', 'length', 'welcomeStatement', 'surveyUrl'] as const;

interface ProposalRow {
  readonly field: (typeof fields)[number];
  /** The value that is decided about, and the approved one where that is another. */
  readonly value: string | number;
  readonly before?: string | number;
}

/** The time is written as its host means it. */
const shownOf = (gathering: Proposed, field: ProposalRow['field'], language: string): string | number =>
  field === 'when' ? `${wallTimeIn(language, gathering)} (${gathering.zone.replaceAll('_', ' ')})` : (gathering[field] ?? '');

/** What is proposed: a new gathering, or a change beside what holds until it is decided. The name is the heading of both. */
export const rowsOf = (gathering: HostedGathering, language: string): readonly ProposalRow[] =>
  fields.flatMap((field): ProposalRow[] => {
    const before = shownOf(gathering, field, language);
    const value = shownOf(gathering.pending ?? gathering, field, language);
    if (value !== before) return [{ field, value, before }];
    return value === '' || field === 'name' ? [] : [{ field, value }];
  });
