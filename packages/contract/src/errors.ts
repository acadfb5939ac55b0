/**
 * The closed set of error codes, each with its HTTP status and its English text for people.
 * The client translates by code and falls back to the text. Source: requirements/calls 9, requirements/calls 1.6.
 */
export const errorCatalogue = {
  bad_request: [400, 'The request could not be understood.'],
  validation_failed: [422, 'Please correct the fields in red.'],
  not_found: [404, 'There is nothing here.'],
  method_not_allowed: [405, 'This address does not accept that method.'],
  payload_too_large: [413, 'The request is too large.'],
  unsupported_media_type: [415, 'Send a form or JSON.'],
  too_many_requests: [429, 'Too many attempts. Please wait a moment and try again.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  unavailable: [503, 'The service is not available right now. Please try again in a moment.'],
  sign_in_required: [401, 'Please sign in.'],
  verification_required: [403, 'Please confirm your email address first.'],
  forbidden: [403, 'This is not allowed.'],
  wrong_credentials: [401, 'Email or password incorrect'],
  registration_failed: [409, 'Account could not be created'],
  invalid_confirmation_link: [404, 'This link cannot be used to confirm an email address.'],
  password_not_set: [401, 'Your account was created with Facebook and has no password yet.'],
  social_profile_failed: [401, 'Email or password incorrect'],
  facebook_taken: [409, 'This Facebook account is already linked to another account.'],
  recent_sign_in_needed: [403, 'For this you need to have signed in within the last ten minutes. Please sign in again.'],
  wrong_current_password: [403, 'Current password is incorrect'],
  wrong_password: [403, 'Incorrect password'],
  wrong_code: [403, 'This code is not valid.'],
  invalid_recovery_link: [404, 'This link is not valid. Links to reset a password last 2 hours and work once.'],
  not_admitted: [403, 'Your account is not complete yet.'],
  info_already_sent: [409, 'We already received your information and will review your request.'],
  invalid_refusal_link: [
    404,
    'This change can no longer be refused with this link. If you did not ask for it, please write to us at once.',
  ],
  invalid_invitation: [404, 'This invitation is not valid.'],
  invitation_limit: [409, 'Invitations are limited to 50. If you would like to send more, please tell us on the Feedback page.'],
  invalid_list_link: [404, 'This link can no longer put you on our list.'],
  invalid_unsubscribe_link: [404, 'This link cannot be used to unsubscribe.'],
  paused: [503, 'The service is paused for a while.'],
  account_suspended: [
    403,
    'Your account has been suspended due to reports from users. We are investigating this issue and we will be in contact with you',
  ],
  account_held: [
    403,
    'We are looking into what was reported about an encounter with you. Until that is done, and for 24 hours at the most, you cannot connect.',
  ],
  role_needed: [403, 'Your role does not allow this.'],
  second_factor_needed: [403, 'Please confirm with your second factor.'],
  wrong_second_factor: [403, 'This code is not valid.'],
  second_factor_exists: [409, 'A second factor is set up already.'],
  wrong_passkey: [403, 'This passkey was not accepted.'],
  too_many_passkeys: [409, 'There are ten passkeys already. Please remove one first.'],
  case_taken: [409, 'Somebody else has taken this case, or it has already been decided.'],
  case_changed: [409, 'This case has changed. Please review it first.'],
  other_person_needed: [409, 'Somebody else has to decide this.'],
  last_admin: [409, 'There would be no administrator left. Please give somebody else that role first.'],
  appeal_not_possible: [409, 'This decision cannot be appealed, or was appealed already.'],
  terms_not_accepted: [403, 'Please accept the terms and confirm that you are 18 or over first.'],
  ticket_invalid: [401, 'This realtime ticket is not valid.'],
  matchmaker_failed: [503, 'Please check your Internet connection and try again.'],
  experience_unknown: [404, 'There is no such experience.'],
  type_taken: [409, 'There is an experience with this address already. Please choose another one.'],
  draft_changed: [409, 'This draft has been changed elsewhere since you opened it.'],
  script_not_proven: [422, 'The script breaks rules. Please look at what is marked.'],
  not_reviewable: [409, 'This cannot be done now: the experience has changed in the meantime.'],
  page_needed: [409, 'Please write your own page first: members read who has made an experience.'],
  slug_taken: [409, 'There is a page with this address already. Please choose another one.'],
  file_not_ready: [409, 'This file is not there, or is still being checked.'],
  upload_refused: [422, 'This file was not accepted.'],
  quota_used: [409, 'There is no room left for this file. Please remove files you no longer need, or try again tomorrow.'],
  file_in_use: [409, 'This file is used in an experience or on your page.'],
  categories_changed: [409, 'The categories have been changed elsewhere since you opened them.'],
  category_in_use: [409, 'There are experiences in a category that you want to remove.'],
  membership_needed: [403, 'This experience is for contributing members.'],
  facilitator_unknown: [404, 'We could not find this facilitator'],
  experience_data_failed: [
    503,
    'Could not get the selected experience data. This might be an internet error on your side or an error in our server.',
  ],
  circle_empty: [409, 'There is no one in your circle'],
  in_encounter: [409, 'You are already in an encounter.'],
  open_elsewhere: [409, 'The service is open in another tab or on another device.'],
  click_ended: [409, 'This connect request has ended.'],
  room_not_found: [404, 'There is no such room.'],
  room_ended: [410, 'This encounter is over.'],
  wrong_position: [403, 'This is not your side of the encounter.'],
  message_not_allowed: [409, 'This cannot be sent now.'],
  out_of_order: [409, 'An earlier message is missing.'],
  too_many_messages: [429, 'Too many messages.'],
  guests_not_allowed: [403, 'Please create an account first.'],
  invitation_inactive: [404, 'This experience invitation is no longer active'],
  invitation_own: [409, 'This is your own invitation. Send its link to somebody else.'],
  invitation_for_members: [403, 'This invitation is for people with an account. Please sign in or create one.'],
  partner_is_guest: [409, 'This person has no account and cannot be added.'],
  friend_away: [409, 'This person is not here just now.'],
  report_too_late: [409, 'An encounter can only be reported within 72 hours.'],
  audio_not_allowed: [422, 'There is no sound in this encounter.'],
  gathering_not_found: [404, 'There is no such gathering.'],
  gathering_full: [409, 'This gathering is full.'],
  gathering_over: [410, 'This gathering is over.'],
  gathering_not_open: [409, 'The doors of this gathering are not open yet.'],
  minutes_needed: [403, 'To propose a gathering you need to have completed 10 minutes.'],
  too_many_proposals: [409, 'Three gatherings that you proposed await a decision. Please wait for one of them.'],
  quarter_invalid: [422, 'This time cannot be chosen. Please choose another one.'],
  too_many_rendezvous: [409, 'You have as many appointments as you can have. Cancel one to make another.'],
  push_endpoint_refused: [422, 'This browser cannot be reached by notifications.'],
  survey_closed: [410, 'This survey is closed.'],
  payments_closed: [503, 'Payments are closed at the moment. Nothing has been charged.'],
  too_many_accounts: [
    429,
    'Passwords of many accounts have been tried from your network. Please set a password by a link that we mail to you, or try again in an hour.',
  ],
  too_many_declined: [429, 'Three payment attempts were declined, and nothing was charged. Please try again in an hour.'],
  payment_not_found: [404, 'There is no such payment.'],
  payment_pending: [409, 'Your first payment is still being processed. You will hear from us by email.'],
  membership_exists: [409, 'You are a contributing member already.'],
  dispute_open: [409, 'A payment of yours is being disputed. You can join again once that is settled.'],
  no_membership: [409, 'You have no membership that this could apply to.'],
  invoice_open: [409, 'A payment is due. Please settle it before you change the amount.'],
  payment_method_not_found: [404, 'There is no such payment method.'],
  payment_method_in_use: [409, 'Your membership is paid by this method. Please choose another one first.'],
  cost_differs: [409, 'Another cost has been booked by this form. Please look at the books.'],
  refund_too_large: [409, 'This is more than was paid, or has been given back already.'],
  place_too_early: [409, 'This needs an account that is a week old, and one completed minute.'],
  trial_used: [409, 'The trial has been used.'],
  invalid_declaration_link: [404, 'This link is not valid, or has been used already.'],
  withdrawal_over: [409, 'A membership can be withdrawn from within 14 days of the first payment.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorStatus = (code: ErrorCode): number => errorCatalogue[code][0];
export const errorText = (code: ErrorCode): string => errorCatalogue[code][1];
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorCatalogue, value);

/** Additional fields of the answers to some failures (requirements/calls 2). */
const marks: { readonly [code in ErrorCode]?: Pick<ErrorAnswer, 'isPasswordNotExist' | 'limit'> } = {
  password_not_set: { isPasswordNotExist: true },
  invitation_limit: { limit: true },
};

/** The answer to a failed call. `fields` comes with `validation_failed`, `requestId` with `internal`. */
export interface ErrorAnswer {
  error: ErrorCode;
  message: string;
  fields?: Record<string, string>;
  requestId?: string;
  /** The account exists and has no password: it was created with Facebook. */
  isPasswordNotExist?: boolean;
  /** The number of invitations is used up. */
  limit?: boolean;
}

/** A failure that may be shown to the user. Domain code throws it; the handlers turn it into an answer. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  constructor(code: ErrorCode, fields?: Record<string, string>) {
    super(errorText(code));
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
  }
  get status(): number {
    return errorStatus(this.code);
  }
  answer(): ErrorAnswer {
    return { error: this.code, message: this.message, ...(this.fields && { fields: this.fields }), ...marks[this.code] };
  }
}
