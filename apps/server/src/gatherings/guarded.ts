/** Fewer people than this could be recognised by their number. Source: requirements/gatherings 7.5. */
const fewest = 5;

/** A number as a host may see it: null for one to four. */
export const guarded = (people: number): number | null => (people > 0 && people < fewest ? null : people);

/** The two totals of a survey. Of fewer than five answers both are null: beside a 0, "fewer than 5" would say what each of them answered. */
export function guardedAnswers({ yes, no }: { readonly yes: number; readonly no: number }): {
  readonly yes: number | null;
  readonly no: number | null;
} {
  return guarded(yes + no) === null ? { yes: null, no: null } : { yes: guarded(yes), no: guarded(no) };
}
