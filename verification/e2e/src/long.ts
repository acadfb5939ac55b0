/**
 * Marks a story that repeats what another story or test proves, on another page, at another size or over another path. It runs
 * with `npm run test:all`, not with `npm test`. docs/testing.md has the budget.
 */
export const long = { tag: '@long' } as const;

export const longIf = (isLong: boolean): { readonly tag?: '@long' } => (isLong ? long : {});
