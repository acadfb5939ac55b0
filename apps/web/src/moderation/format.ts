/** An instant (epoch ms) in the format of the language; empty for none. */
export const instantIn = (language: string, at: number | null): string =>
  at === null ? '' : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

type Underscored<S extends string> = S extends `${infer Head} ${infer Tail}` ? `${Head}_${Underscored<Tail>}` : S;
/** A code with spaces as the key of its text. */
export const keyOf = <S extends string>(code: S) => code.replaceAll(' ', '_') as Underscored<S>;
