/** First meetings shorter than the minute, the shortest first. Source: requirements/looking 4.4. */
export const shortLengths = ['short', 'medium'] as const;
export type ShortLength = (typeof shortLengths)[number];

/** What a member wishes of the length of a meeting. */
export interface LengthWish {
  /** The longest that they wish; without it, the minute. */
  readonly length?: ShortLength | undefined;
  /** They also meet people who wish less than that. */
  readonly orShorter?: boolean | undefined;
}

const rank = ({ length }: LengthWish): number => (length === undefined ? shortLengths.length : shortLengths.indexOf(length));

/** Whether two people can meet for the length that one of them wishes: nobody meets for less than they agree to. Symmetric. */
export const lengthsSuit = (one: LengthWish, other: LengthWish): boolean =>
  rank(one) === rank(other) || (rank(one) > rank(other) ? one : other).orShorter === true;

/** The length of a meeting of two people whose wishes suit each other; undefined for the minute. */
export const agreedLength = (one: LengthWish, other: LengthWish): ShortLength | undefined =>
  (rank(one) < rank(other) ? one : other).length;
