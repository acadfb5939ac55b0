/**
 * What a column reveals. `public`: anybody may read it. `internal`: ids, codes and times that reveal nothing by themselves.
 * `personal`: about one person. `sensitive`: personal, and harmful if disclosed. `secret`: its reader could impersonate a user.
 */
export const columnClasses = ['public', 'internal', 'personal', 'sensitive', 'secret'] as const;
export type ColumnClass = (typeof columnClasses)[number];

/** A class, and the place of the column in its owner's export, if it has one. */
type Column = ColumnClass | readonly [ColumnClass, string];

export interface TableClasses {
  /** What happens to its rows when the account they are about is deleted. */
  readonly goes: string;
  readonly columns: Readonly<Record<string, Column>>;
}

export const classOf = (column: Column): ColumnClass => (typeof column === 'string' ? column : column[0]);
/** Its path in the export: names, and `[]` for the elements of an array. */
export const exportedAs = (column: Column): string | undefined => (typeof column === 'string' ? undefined : column[1]);
