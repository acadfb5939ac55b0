/** How long the drawn minute lasts, s. */
export const minute = 60;

/** The captions of the drawn minute, each with the second from which it is shown. */
export const cues = [
  { caption: 'one', at: 0 },
  { caption: 'two', at: 4 },
  { caption: 'three', at: 10 },
  { caption: 'four', at: 17 },
  { caption: 'five', at: 25 },
  { caption: 'six', at: 33 },
  { caption: 'seven', at: 42 },
  { caption: 'eight', at: 51 },
  { caption: 'nine', at: 56 },
] as const;

/** The caption at this share of the minute, 0 to 1. */
export const captionAt = (share: number) => (cues.findLast(({ at }) => at <= share * minute) ?? cues[0]).caption;
