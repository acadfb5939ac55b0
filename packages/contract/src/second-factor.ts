import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { line } from './fields.ts';

const duty = { audience: 'duty', beforeSecondFactor: true, params: nothing, body: nothing } as const;
const proved = { ...duty, beforeSecondFactor: false } as const;
const code = line(40).check(z.refine((value) => value !== '', 'code_blank'));

export const secondFactorState = defineCall({
  ...duty,
  method: 'GET',
  path: '/api/v1/account/secondfactor',
  summary: 'Whether a second factor is set up, and whether this session has proved it.',
  answer: z.object({
    setUp: z.boolean(),
    proved: z.boolean(),
    recoveryCodesLeft: z.number(),
    /** Whether a passkey can be used in place of a code. */
    hasPasskey: z.boolean(),
  }),
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
  summary: 'Confirm the app by its first code. Returns recovery codes, each valid for one use, which are shown only once.',
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

export const renewRecoveryCodes = defineCall({
  ...proved,
  method: 'POST',
  path: '/api/v1/account/secondfactor/recoverycodes',
  summary: 'Ten new recovery codes, shown only once. The previous ones become void.',
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['recent_sign_in_needed', 'wrong_second_factor'],
});

// ---- Passkeys (W3C Web Authentication, level 3, section 5.1: the JSON forms of a browser's answers).

const base64url = z.string().check(z.maxLength(8_192), z.regex(/^[\w-]*$/));
const transports = z.array(line(32)).check(z.maxLength(16));
const publicKeyCredential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
};
const newPasskey = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(transports),
  }),
});
export type NewPasskey = z.output<typeof newPasskey>;
const passkeyProof = z.object({
  ...publicKeyCredential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});
export type PasskeyProof = z.output<typeof passkeyProof>;

/** Passed to the browser unchanged. */
const passkeyOptions = z.looseObject({ challenge: z.string() });

export const listPasskeys = defineCall({
  ...proved,
  method: 'GET',
  path: '/api/v1/account/secondfactor/passkeys',
  summary: 'The passkeys that can replace a code, oldest first.',
  answer: z.object({
    passkeys: z.array(z.object({ passkeyID: z.string(), addedAt: z.number(), usedAt: z.nullable(z.number()) })),
  }),
  errors: [],
});

export const beginPasskey = defineCall({
  ...proved,
  method: 'POST',
  path: '/api/v1/account/secondfactor/passkeys/begin',
  summary: 'Options to create a passkey. The challenge is single-use and valid for five minutes.',
  answer: passkeyOptions,
  errors: ['recent_sign_in_needed', 'too_many_passkeys'],
});

export const addPasskey = defineCall({
  ...proved,
  method: 'POST',
  path: '/api/v1/account/secondfactor/passkeys/add',
  summary: 'Register the new passkey.',
  body: z.object({ passkey: newPasskey }),
  answer: success,
  errors: ['wrong_passkey', 'recent_sign_in_needed', 'too_many_passkeys'],
});

export const removePasskey = defineCall({
  ...proved,
  method: 'POST',
  path: '/api/v1/account/secondfactor/passkeys/remove',
  summary: 'Remove a passkey.',
  body: z.object({ passkeyID: base64url }),
  answer: success,
  errors: ['not_found'],
});

export const askPasskey = defineCall({
  ...duty,
  method: 'POST',
  path: '/api/v1/account/secondfactor/passkeys/ask',
  summary: 'Options to use a passkey. The challenge is single-use and valid for five minutes.',
  answer: passkeyOptions,
  errors: ['not_found'],
});

export const provePasskey = defineCall({
  ...duty,
  method: 'POST',
  path: '/api/v1/account/secondfactor/passkeys/prove',
  summary: 'Prove the second factor for this session by a passkey.',
  body: z.object({ passkey: passkeyProof }),
  answer: success,
  errors: ['wrong_passkey'],
});
