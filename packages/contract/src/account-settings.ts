import * as z from 'zod/mini';
import { nothing, success } from './accounts.ts';
import { defineCall } from './call.ts';
import { email, flag, line, password, personName, typedPassword } from './fields.ts';
import { languages } from './languages.ts';

// ---- Password recovery. No answer reveals whether an address is known.

export const startRecoverPassword = defineCall({
  method: 'POST',
  path: '/api/v1/account/startrecoverpassword',
  failureLog: 'Recover password request failed',
  audience: 'anyone',
  summary: 'Mail a link to reset the password, if the address is known. Answers the same either way.',
  params: nothing,
  body: z.object({ email }),
  answer: success,
  errors: [],
});

export const validateRecoveryHash = defineCall({
  method: 'POST',
  path: '/api/v1/account/validaterecoveryhash',
  audience: 'anyone',
  summary: 'Whether a link to reset a password still works. Links live two hours and work once.',
  params: nothing,
  body: z.object({ hash: line(200) }),
  answer: success,
  errors: ['invalid_recovery_link'],
});

export const resetPasswordBody = z.object({ password, hash: line(200) });
export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/v1/account/resetpassword',
  failureLog: 'Reset password request failed',
  audience: 'anyone',
  summary: 'Set a new password by a mailed link. Ends every session of the account.',
  params: nothing,
  body: resetPasswordBody,
  answer: success,
  errors: ['invalid_recovery_link', 'unavailable'],
});

// ---- Changing name, address, password and preferences. The account is always the token's.

export const changePasswordBody = z.object({ oldPassword: z.optional(typedPassword), newPassword: password });
export const changePassword = defineCall({
  method: 'POST',
  path: '/api/v1/account/changepassword',
  failureLog: 'Change password failed',
  audience: 'member',
  guardsDuty: true,
  summary: 'Change the password, or set the first one within ten minutes of signing in. Ends every other session.',
  params: nothing,
  body: changePasswordBody,
  answer: success,
  errors: ['wrong_current_password', 'recent_sign_in_needed', 'unavailable'],
});

export const changeNameBody = z.object({ name: personName });
export const changeName = defineCall({
  method: 'POST',
  path: '/api/v1/account/changename',
  audience: 'member',
  summary: 'Change the name.',
  params: nothing,
  body: changeNameBody,
  answer: success,
  errors: [],
});

/** Proof of ownership: the password, or for an account without one a sign-in that is less than ten minutes old. */
const proof = { password: z.optional(typedPassword) };

export const changeEmailBody = z.object({ email, ...proof });
export const changeEmail = defineCall({
  method: 'POST',
  path: '/api/v1/account/changeemail',
  audience: 'member',
  guardsDuty: true,
  summary: 'Request a change of the e-mail address. It takes effect when the link mailed to the new address is opened.',
  params: nothing,
  body: changeEmailBody,
  answer: success,
  errors: ['wrong_password', 'recent_sign_in_needed', 'unavailable'],
});

export const refuseEmailChange = defineCall({
  method: 'POST',
  path: '/api/v1/account/refusechange',
  audience: 'anyone',
  summary: 'Refuse a change of address, by the link mailed to the present address. Ends every session.',
  params: nothing,
  body: z.object({ hash: line(200) }),
  answer: success,
  errors: ['invalid_refusal_link'],
});

export const unlinkFacebookBody = z.object({ password: typedPassword });
export const unlinkFacebook = defineCall({
  method: 'POST',
  path: '/api/v1/account/unlinkfacebook',
  audience: 'member',
  summary: 'End the sign-in with Facebook, and every other session. Needs a password to sign in with from then on.',
  params: nothing,
  body: unlinkFacebookBody,
  answer: success,
  errors: ['wrong_password', 'forbidden', 'unavailable'],
});

export const chooseLanguage = defineCall({
  method: 'POST',
  path: '/api/v1/userpreferences/language',
  audience: 'account',
  opensToGuests: true,
  summary: 'The language mails are written in.',
  params: nothing,
  body: z.object({ language: z.enum(languages, 'invalid') }),
  answer: success,
  errors: [],
});

export const chooseTimeZone = defineCall({
  method: 'POST',
  path: '/api/v1/userpreferences/timezone',
  audience: 'member',
  summary: 'Choose the time zone of quiet hours and mails by its IANA name; an empty one stands for that of the newest browser.',
  params: nothing,
  body: z.object({ timeZone: line(64) }),
  answer: success,
  errors: [],
});

export const chooseDirectInCircle = defineCall({
  method: 'POST',
  path: '/api/v1/userpreferences/directincircle',
  audience: 'member',
  summary: 'Whether the caller allows direct connections, without a relay, with people in their circle who allow them too.',
  params: nothing,
  body: z.object({ on: flag }),
  answer: success,
  errors: [],
});

export const joinEmailingList = defineCall({
  method: 'POST',
  path: '/api/v1/account/joinemailinglist',
  audience: 'member',
  summary:
    'Ask for the mailing list with the address of the account, which gets a link to confirm; `howSolicited` says where the button stood.',
  params: nothing,
  body: z.object({ howSolicited: z.optional(line(100)) }),
  answer: success,
  errors: [],
});

export const leaveEmailingList = defineCall({
  ...joinEmailingList,
  path: '/api/v1/account/leaveemailinglist',
  summary: 'Leave the mailing list, or no longer ask for it.',
  body: nothing,
});

export const confirmEmailingList = defineCall({
  method: 'POST',
  path: '/api/v1/account/confirmemailinglist',
  audience: 'anyone',
  summary: 'Put the address that a link was mailed to on the mailing list. Links live seven days.',
  params: nothing,
  body: z.object({ hash: line(200) }),
  answer: success,
  errors: ['invalid_list_link'],
});

/** Where the links in mails lead; a mail program may also POST to it directly (RFC 8058). GET on the same path shows a page. */
export const unsubscribe = defineCall({
  method: 'POST',
  path: '/unsubscribe/{token}',
  audience: 'anyone',
  summary: 'Stop the kind of mail this link came with.',
  params: z.object({ token: line(200) }),
  body: nothing,
  answer: success,
  errors: ['invalid_unsubscribe_link'],
});

/**
 * Where the link at the foot of an invitation leads; a mail program may also POST to it directly (RFC 8058). GET on the same path
 * shows a page and changes nothing.
 */
export const declineInvitations = defineCall({
  ...unsubscribe,
  path: '/unsubscribe/invitations/{token}',
  summary: 'Have no more invitations mailed to the address that this link was mailed to.',
});

// ---- The sessions of the account.

export const listSessions = defineCall({
  method: 'GET',
  path: '/api/v1/account/sessions',
  audience: 'member',
  summary: 'The browsers this account is signed in with.',
  params: nothing,
  body: nothing,
  answer: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        signedInAt: z.string(),
        lastUsedAt: z.string(),
        userAgent: z.nullable(z.string()),
        timeZone: z.nullable(z.string()),
      }),
    ),
  }),
  errors: [],
});

export const endSession = defineCall({
  method: 'POST',
  path: '/api/v1/account/endsession',
  audience: 'member',
  summary: 'Sign one browser out.',
  params: nothing,
  body: z.object({ id: z.uuid('invalid') }),
  answer: success,
  errors: ['not_found'],
});

export const logoutEverywhere = defineCall({
  method: 'POST',
  path: '/api/v1/account/logouteverywhere',
  audience: 'account',
  summary: 'End every session of the account.',
  params: nothing,
  body: nothing,
  answer: success,
  errors: [],
});

// ---- Exporting personal data, and deleting the account.

export const exportData = defineCall({
  method: 'POST',
  path: '/api/v1/account/exportdata',
  audience: 'account',
  summary: 'Everything that is kept about the person, by subject; nothing about anybody else.',
  params: nothing,
  body: z.object(proof),
  answer: z.record(z.string(), z.unknown()),
  errors: ['wrong_password', 'recent_sign_in_needed', 'unavailable'],
});

export const requestDeletionCode = defineCall({
  method: 'POST',
  path: '/api/v1/account/requestdeletioncode',
  audience: 'account',
  summary: 'Mail the code that deletes an account without a password.',
  params: nothing,
  body: nothing,
  answer: success,
  errors: ['forbidden'],
});

export const deleteAccountBody = z.object({ password: z.optional(typedPassword), code: z.optional(line(20)) });
export const deleteAccount = defineCall({
  method: 'POST',
  path: '/api/v1/account/deleteaccount',
  failureLog: 'Delete account failed',
  audience: 'account',
  guardsDuty: true,
  summary: 'Delete the account and everything personal, at once and for good.',
  params: nothing,
  body: deleteAccountBody,
  answer: success,
  errors: ['wrong_password', 'wrong_code', 'last_admin', 'unavailable'],
});
