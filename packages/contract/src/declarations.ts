import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { email, flag, id, line, prose } from './fields.ts';
import { limits } from './limits.ts';

/** A cancellation (section 312k BGB), or a withdrawal (Directive 2011/83/EU, Article 11a). */
export const declarationKinds = ['cancellation', 'withdrawal'] as const;
export type DeclarationKind = (typeof declarationKinds)[number];

const filled = (code: string, most: number) => line(most).check(z.refine((value) => value !== '', code));

/** The statutory fields, and no others. `at`: the day on which the contract is to end, `YYYY-MM-DD`; as soon as possible if empty. */
export const declarationBody = z
  .object({
    kind: z.enum(declarationKinds, 'invalid'),
    /** How it is cancelled: for no reason, or for cause. */
    type: z._default(z.optional(z.enum(['ordinary', 'extraordinary'], 'invalid')), 'ordinary'),
    reason: z._default(z.optional(prose), ''),
    name: filled('name_blank', limits.name),
    contract: filled('contract_blank', 200),
    at: z._default(z.optional(z.union([z.literal(''), z.iso.date('invalid')], 'invalid')), ''),
    email,
    language: z.optional(line(35)),
  })
  .check((context) => {
    const { type, reason } = context.value;
    if (type === 'extraordinary' && reason === '')
      context.issues.push({ code: 'custom', input: reason, path: ['reason'], message: 'reason_blank' });
  });

export const declare = defineCall({
  method: 'POST',
  path: '/api/v1/membership/declarations',
  audience: 'anyone',
  summary: 'Cancels or withdraws from a contract without signing in. The answer is the same whether there is such a contract.',
  params: nothing,
  body: declarationBody,
  answer: z.object({
    /** What was declared, in words, with the instant of its receipt. */
    declaration: z.string(),
    /** ISO 8601 */
    receivedAt: z.string(),
  }),
  errors: [],
});

export const redeemDeclaration = defineCall({
  method: 'POST',
  path: '/api/v1/membership/declarations/redeem',
  audience: 'anyone',
  summary: 'By the link in a mail: confirms a withdrawal, or takes a cancellation back.',
  params: nothing,
  body: z.object({ token: line(100) }),
  answer: z.object({ kind: z.enum(declarationKinds) }),
  errors: ['invalid_declaration_link', 'no_membership', 'withdrawal_over', 'account_suspended', 'payments_closed', 'unavailable'],
});

export const openDeclarations = defineCall({
  method: 'GET',
  path: '/api/v1/office/declarations',
  audience: 'admin',
  summary: 'Declarations that somebody has to look at, the longest waiting first.',
  params: nothing,
  body: nothing,
  answer: z.object({
    declarations: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(declarationKinds),
        declaration: z.string(),
        email: z.string(),
        receivedAt: z.string(),
        /** Whether it is of somebody who pays, and whether the membership has been cancelled by it. */
        ofPayer: z.boolean(),
        isDone: z.boolean(),
      }),
    ),
  }),
  errors: [],
});

export const settleDeclaration = defineCall({
  method: 'POST',
  path: '/api/v1/office/declarations/settle',
  audience: 'admin',
  summary: 'Notes that a declaration has been dealt with, or does what it says.',
  params: nothing,
  body: z.object({ id, execute: z.optional(flag) }),
  answer: success,
  errors: ['not_found', 'no_membership', 'withdrawal_over'],
});
