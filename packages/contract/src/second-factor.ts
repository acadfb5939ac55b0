import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { line } from './fields.ts';

const duty = { audience: 'moderator', beforeSecondFactor: true, params: nothing, body: nothing } as const;
const code = line(40).check(z.refine((value) => value !== '', 'code_blank'));

export const secondFactorState = defineCall({
  ...duty,
  method: 'GET',
  path: '/api/v1/account/secondfactor',
  summary: 'Whether a second factor is set up, and whether this session has proved it.',
  answer: z.object({ setUp: z.boolean(), proved: z.boolean(), recoveryCodesLeft: z.number() }),
  errors: [],
});

export const beginSecondFactor = defineCall({
  ...duty,
  method: 'POST',
  path: '/api/v1/account/secondfactor/begin',
  summary: 'A fresh secret for an authenticator app (RFC 6238). It counts once a code of it is confirmed.',
  answer: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second_factor_exists', 'recent_sign_in_needed'],
});

export const confirmSecondFactor = defineCall({
  ...duty,
  method: 'POST',
  path: '/api/v1/account/secondfactor/confirm',
  summary: 'Confirm the app by its first code. Answers recovery codes, each good for one use, which are told once.',
  body: z.object({ code }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['wrong_second_factor', 'second_factor_exists', 'recent_sign_in_needed'],
});

export const proveSecondFactor = defineCall({
  ...duty,
  method: 'POST',
  path: '/api/v1/account/secondfactor/prove',
  summary: 'Prove the second factor for this session: by a code of the app, or by a recovery code.',
  body: z.object({ code }),
  answer: success,
  errors: ['wrong_second_factor'],
});
