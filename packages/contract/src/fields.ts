import * as z from 'zod/mini';
import { limits } from './limits.ts';

/**
 * What is wrong with a field, by code, with its English text (requirements/accounts 14).
 * Schemas carry the code; the server answers with the text, the client translates the code.
 */
export const fieldTexts = {
  email_blank: "Email can't be blank",
  email_invalid: 'Email is not a valid email',
  password_blank: "Password can't be blank",
  password_short: 'Password is too short (minimum is 8 characters)',
  password_long: 'Password is too long',
  name_blank: "Name can't be blank",
  name_long: 'Name is too long',
  terms_needed: 'Terms and privacy need to be accepted to create an account',
  adult_needed: 'You need to be 18 or over to create an account',
  email_same: 'This is your email address already',
  email_not_invited: 'This invitation was sent to another email address',
  text_long: 'This text is too long (maximum is 10000 characters)',
  feedback_blank: 'Please answer at least one field',
  motivation_blank: 'Please tell us why you would like to join',
  reference_blank: 'Please choose how you heard of us',
  report_blank: 'Please choose what happened',
  explanation_blank: 'Please describe what happened',
  code_blank: "Code can't be blank",
  facts_blank: 'Please say what happened, for the person to read',
  decision_blank: 'Please choose a decision',
  rule_blank: 'Please choose the rule',
  role_blank: 'Please choose a role',
  appeal_blank: 'Please say why you think the decision is wrong',
  notice_blank: 'Please describe what happened',
  start_soon: 'Please choose a time that is at least an hour away',
  start_far: 'Please choose a day within the next 60 days',
  link_invalid: 'Please give a page of this website, such as /about, or an address that begins with https://',
  amount_small: 'The minimum is 5 euros',
  amount_large: 'This is more than can be paid here',
  amount_unconfirmed: 'Please confirm this amount',
  first_name_blank: "First name can't be blank",
  last_name_blank: "Last name can't be blank",
  postal_code_blank: "Postal code can't be blank",
  country_blank: "Country can't be blank",
  contract_blank: 'Please say which contract',
  reason_blank: 'Please give the reason',
  rights_needed: 'Please confirm that you may use everything that is in it',
  promotion_refused: 'Please confirm that it advertises nothing',
  invalid: 'This value is not valid',
} as const;
export type FieldCode = keyof typeof fieldTexts;
export const isFieldCode = (value: string): value is FieldCode => Object.hasOwn(fieldTexts, value);

/** Whether a database can store the text and a log can show it: no NUL, no lone surrogate. */
const storable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

/** Trimmed text of at most `maximum` UTF-16 units. */
export const text = (maximum: number) =>
  z.string('invalid').check(z.trim(), z.maxLength(maximum, 'invalid'), z.refine(storable, 'invalid'));

/** Like `text`, but without control characters: for one-line values that reach logs and mails. */
export const line = (maximum: number) => text(maximum).check(z.refine((value) => !/\p{Cc}/u.test(value), 'invalid'));

/** The text of a large field; see `limits.textarea`. */
export const prose = z
  .string('invalid')
  .check(z.trim(), z.maxLength(limits.textarea, 'text_long'), z.refine(storable, 'invalid'));

/** A boolean, also as a form spells it. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])], 'invalid'),
  z.transform((value) => value === true || value === 'true'),
);

/** An id that the server has generated: a UUID. */
export const id = z.string('invalid').check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'invalid'));

/** A whole number of at least 0, also as a form spells it. */
export const count = z.pipe(
  z.union(
    [
      z.number('invalid').check(z.refine((value) => value >= 0 && value % 1 === 0, 'invalid')),
      z.string('invalid').check(z.regex(/^\d{1,15}$/, 'invalid')),
    ],
    'invalid',
  ),
  z.transform(Number),
);

// Deliberately narrower than RFC 5322: no comments, no quoting, no address literals (requirements/threats 7).
const addrSpec =
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]*[\p{L}\p{N}]$/u;

export const email = z.string('email_blank').check(
  z.trim(),
  z.refine((value) => value !== '', { error: 'email_blank', abort: true }),
  z.refine((value) => value.length <= limits.email && storable(value) && addrSpec.test(value), 'email_invalid'),
);

/** A new password, taken as typed: never trimmed, any character, 8 code points or more. */
export const password = z.string('password_blank').check(
  z.refine((value) => value !== '', { error: 'password_blank', abort: true }),
  z.refine((value) => [...value].length >= limits.passwordMinimum, { error: 'password_short', abort: true }),
  z.refine((value) => value.length <= limits.password && storable(value), 'password_long'),
);

/** A password that is compared, not chosen: it need not meet the rules for a new one. */
export const typedPassword = z.string('password_blank').check(
  z.refine((value) => value !== '', { error: 'password_blank', abort: true }),
  z.refine((value) => value.length <= limits.password && storable(value), 'password_long'),
);

export const personName = line(limits.name).check(z.refine((value) => value !== '', 'name_blank'));

/** The form in which addresses are compared: trimmed, normalised, in lower case. */
export const addressKeyOf = (address: string): string => address.trim().normalize('NFC').toLowerCase();
