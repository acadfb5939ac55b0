import type { HostedGathering } from '@unspoken/contract/gatherings';

type Proposed = NonNullable<HostedGathering['pending']>;

/** What an administrator decides about, in the order in which it is read. */
const fields = ['name', 'when', 'length', 'welcomeStatement', 'surveyUrl'] as const;

interface ProposalRow {
  readonly field: (typeof fields)[number];
  /** The value that is decided about, and the approved one where that is another. */
  readonly value: string | number;
  readonly before?: string | number;
}

/** The wall time as its host means it. */
const whenOf = ({ date, time, zone }: Pick<Proposed, 'date' | 'time' | 'zone'>): string =>
  `${date}, ${time} (${zone.replaceAll('_', ' ')})`;

const shownOf = (gathering: Proposed, field: ProposalRow['field']): string | number =>
  field === 'when' ? whenOf(gathering) : (gathering[field] ?? '');

/** What is proposed: a new gathering, or a change beside what holds until it is decided. */
export const rowsOf = (gathering: HostedGathering): readonly ProposalRow[] =>
  fields.map((field) => {
    const before = shownOf(gathering, field);
    const value = shownOf(gathering.pending ?? gathering, field);
    return { field, value, ...(value !== before && { before }) };
  });
