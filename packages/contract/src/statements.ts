import * as z from 'zod/mini';

/**
 * What the members of a room say to each other about themselves. Each message says all of it, and the last one counts.
 * Source: requirements/looking 4.1, 4.2, 5.4.
 */
export const signs = z.object({
  /** "This is my first minute." */
  firstMinute: z.optional(z.boolean()),
  /** "I do not see you; I hear that you are there." */
  cannotSee: z.optional(z.boolean()),
});
export type Signs = z.output<typeof signs>;

/** Both pictures are soft if either member wishes it, until both have asked to see clearly. */
export const softness = z.object({
  isWished: z.boolean(),
  /** The member has asked to see clearly. */
  isClear: z.boolean(),
});
export type Softness = z.output<typeof softness>;

/** By the name of their message, which is also that of their addition. */
export const statementPayloads = { signs, soft: softness } as const;
export const statements = z.object({ signs: z.optional(signs), soft: z.optional(softness) });
export type Statements = z.output<typeof statements>;
export type StatementName = keyof typeof statementPayloads;
export const statementNames = Object.keys(statementPayloads) as StatementName[];
