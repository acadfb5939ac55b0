/**
 * What a column reveals. `public`: anybody may read it. `internal`: ids, codes and times that reveal nothing by themselves.
 * `personal`: about one person. `sensitive`: personal, and harmful if disclosed. `secret`: its reader could impersonate a user.
 */
export const columnClasses = ['public', 'internal', 'personal', 'sensitive', 'secret'] as const;
export type ColumnClass = (typeof columnClasses)[number];

/** A class, and the place of the column in its owner's export, if it has one. */
type Column = ColumnClass | readonly [ColumnClass, string];

export interface TableClasses {
  /** What happens to its rows when the account they are about is deleted. */
  readonly goes: string;
  readonly columns: Readonly<Record<string, Column>>;
}

const withAccount = 'with the account';
const soon = 'with the account, or when it has run out';
const retained = 'after the time in the table of retention; its ids lead nowhere any more';

/** Every column of every table: the source of docs/generated/columns.md. A missing column fails a test. */
export const tables: Readonly<Record<string, TableClasses>> = {
  account: {
    goes: withAccount,
    columns: {
      id: ['internal', 'account.id'],
      email: ['personal', 'account.email'],
      email_key: ['personal', 'account.email'],
      name: ['personal', 'account.name'],
      role: ['personal', 'account.role'],
      password_hash: ['secret', 'account.hasPassword'],
      facebook_id: ['personal', 'account.facebookId'],
      language: ['personal', 'account.language'],
      verified_at: ['personal', 'account.verifiedAt'],
      registering_stage: ['personal', 'account.registeringStage'],
      guidance_accepted_at: ['personal', 'account.guidanceAcceptedAt'],
      guidance_declined_at: ['personal', 'account.guidanceDeclinedAt'],
      tried_to_connect_at: ['personal', 'account.triedToConnectAt'],
      position_guideline_hidden: ['personal', 'account.positionGuidelineHidden'],
      direct_in_circle: ['personal', 'account.directInCircle'],
      solicited_emails: ['personal', 'account.solicitedEmails'],
      how_solicited: ['personal', 'account.howSolicited'],
      terms_version: ['personal', 'account.termsVersion'],
      privacy_version: ['personal', 'account.privacyVersion'],
      terms_accepted_at: ['personal', 'account.termsAcceptedAt'],
      over18_at: ['personal', 'account.over18At'],
      created_at: ['personal', 'account.createdAt'],
    },
  },
  former_address: {
    goes: withAccount,
    columns: { account_id: 'internal', email_key: ['personal', 'formerAddresses[]'] },
  },
  session: {
    goes: soon,
    columns: {
      id: 'internal',
      account_id: 'internal',
      created_at: ['personal', 'sessions[].createdAt'],
      last_used_at: ['personal', 'sessions[].lastUsedAt'],
      user_agent: ['personal', 'sessions[].userAgent'],
      time_zone: ['personal', 'sessions[].timeZone'],
      second_factor_at: ['personal', 'sessions[].secondFactorAt'],
    },
  },
  known_browser: {
    goes: 'with the account, or after the time in the table of retention',
    columns: {
      account_id: 'internal',
      mark_hash: 'internal',
      signed_in_at: ['personal', 'knownBrowsers[].signedInAt'],
      trusted: ['personal', 'knownBrowsers[].trusted'],
    },
  },
  sign_in_attempt: {
    goes: 'a day after the last attempt; its key is a keyed hash of an address',
    columns: { key: 'internal', count: 'internal', last_at: 'internal', next_at: 'internal' },
  },
  mail_budget: {
    goes: 'a day after the last mail; its key is a keyed hash of an address',
    columns: { key: 'internal', sent_at: 'internal' },
  },
  session_token: {
    goes: soon,
    columns: { hash: 'secret', session_id: 'internal', created_at: 'internal', used_at: 'internal', expires_at: 'internal' },
  },
  email_confirmation: {
    goes: soon,
    columns: {
      hash: 'secret',
      account_id: 'internal',
      created_at: 'internal',
      expires_at: 'internal',
      new_email: ['personal', 'requestedAddresses[]'],
      session_id: 'internal',
      refusal_hash: 'secret',
    },
  },
  password_recovery: {
    goes: soon,
    columns: { id: 'internal', hash: 'secret', account_id: 'internal', expires_at: 'internal' },
  },
  deletion_code: {
    goes: soon,
    columns: { account_id: 'internal', hash: 'secret', tries_left: 'internal', expires_at: 'internal' },
  },
  unsubscribe_link: { goes: withAccount, columns: { hash: 'secret', account_id: 'internal' } },
  application: {
    goes: withAccount,
    columns: {
      account_id: 'internal',
      motivation: ['personal', 'waitingList.motivation'],
      reference: ['personal', 'waitingList.reference'],
      explanation: ['personal', 'waitingList.explanation'],
      submitted_at: ['personal', 'waitingList.submittedAt'],
      decision: ['personal', 'waitingList.decision'],
      reason: ['personal', 'waitingList.reason'],
      decided_by: 'internal',
      decided_at: ['personal', 'waitingList.decidedAt'],
      asked_at: ['personal', 'waitingList.askedAt'],
      claimed_by: 'internal',
      claimed_at: 'internal',
    },
  },
  second_factor: {
    goes: withAccount,
    columns: {
      account_id: 'internal',
      secret: 'secret',
      confirmed_at: ['personal', 'secondFactor.confirmedAt'],
      last_step: 'internal',
    },
  },
  recovery_code: { goes: withAccount, columns: { hash: 'secret', account_id: 'internal' } },
  passkey: {
    goes: withAccount,
    columns: {
      id: 'internal',
      account_id: 'internal',
      public_key: 'internal',
      counter: 'internal',
      transports: ['personal', 'secondFactor.passkeys[].transports'],
      added_at: ['personal', 'secondFactor.passkeys[].addedAt'],
      used_at: ['personal', 'secondFactor.passkeys[].usedAt'],
    },
  },
  passkey_challenge: { goes: soon, columns: { session_id: 'internal', challenge: 'secret', expires_at: 'internal' } },
  circle_add: {
    goes: 'with either account',
    columns: {
      adder: 'internal',
      added: 'internal',
      friend_id: 'internal',
      note: ['personal', 'addedToCircle[].note'],
      at: ['personal', 'addedToCircle[].at'],
    },
  },
  guest_add: {
    goes: 'with either account, or after the time in the table of retention',
    columns: {
      id: 'internal',
      room_id: 'internal',
      claim_hash: 'secret',
      host: 'internal',
      member: 'internal',
      created_at: ['personal', 'guestAdds[].createdAt'],
      claimed_at: 'internal',
    },
  },
  subscription: {
    goes: withAccount,
    columns: {
      account_id: 'internal',
      amount: ['personal', 'subscription.subscriptionAmount'],
      initial_payment_succeeded: ['personal', 'subscription.initialPaymentSucceeded'],
      trial_used: ['personal', 'subscription.trialUsed'],
      active: ['personal', 'subscription.activeSubscription'],
      free_experience_used: ['personal', 'subscription.freeExperienceUsed'],
      pending_invoice: ['personal', 'subscription.pendingInvoice'],
      cancels_at: ['personal', 'subscription.subscriptionCancelsAt'],
      trial_ends: ['personal', 'subscription.trialEnds'],
    },
  },
  feedback: {
    goes: withAccount,
    columns: {
      id: 'internal',
      account_id: 'internal',
      content: ['personal', 'feedback[].content'],
      circle_answer: ['personal', 'feedback[].circleAnswer'],
      experiences_answer: ['personal', 'feedback[].experiencesAnswer'],
      membership_answer: ['personal', 'feedback[].membershipAnswer'],
      created_at: ['personal', 'feedback[].createdAt'],
    },
  },
  invitation: {
    goes: 'with the account that invited, or that has the address',
    columns: {
      id: 'internal',
      inviter: 'internal',
      to_email: ['personal', 'invitations[].toEmail'],
      to_email_key: ['personal', 'invitations[].toEmail'],
      hash: 'secret',
      created_at: ['personal', 'invitations[].createdAt'],
      expires_at: 'internal',
      used_at: ['personal', 'invitations[].usedAt'],
    },
  },
  invitation_count: { goes: withAccount, columns: { inviter: 'internal', sent: ['personal', 'invitationsSent'] } },
  personal_invitation: {
    goes: withAccount,
    columns: {
      code_hash: 'secret',
      host: 'internal',
      experience_type: ['personal', 'personalInvitations[].experienceType'],
      created_at: ['personal', 'personalInvitations[].createdAt'],
      expires_at: ['personal', 'personalInvitations[].expiresAt'],
      cancelled_at: ['personal', 'personalInvitations[].cancelledAt'],
      used_at: ['personal', 'personalInvitations[].usedAt'],
      members_only: ['personal', 'personalInvitations[].membersOnly'],
      invited: 'internal',
    },
  },
  experience_guest: {
    goes: 'after the encounter; it cannot be requested by anybody in it',
    columns: { account_id: 'internal', code_hash: 'secret', created_at: 'internal', mark_hash: 'internal' },
  },
  encounter: {
    goes: retained,
    columns: {
      room_id: ['internal', 'encounters[].roomID'],
      a: 'internal',
      b: 'internal',
      experience_type: ['personal', 'encounters[].experienceType'],
      pool_type: ['personal', 'encounters[].poolType'],
      group_space: 'internal',
      paired_at: ['personal', 'encounters[].pairedAt'],
      confirmed_at: ['personal', 'encounters[].confirmed'],
      connected_at: ['personal', 'encounters[].connectedAt'],
      ended_at: ['personal', 'encounters[].endedAt'],
      end_reason_a: ['personal', 'encounters[].endReason'],
      end_reason_b: ['personal', 'encounters[].endReason'],
      completed: ['personal', 'encounters[].completed'],
      duration_ms: ['personal', 'encounters[].duration'],
      waited_ms: ['personal', 'encounters[].waited'],
      path: ['personal', 'encounters[].path'],
    },
  },
  encounter_total: {
    goes: withAccount,
    columns: {
      account_id: 'internal',
      completed_minutes: ['personal', 'counters.completedMinutes'],
      thanks_received: ['personal', 'counters.thanksReceived'],
      session_manually_ended: ['personal', 'counters.manualEnds'],
    },
  },
  live_participant: { goes: 'when the encounter ends', columns: { account_id: 'internal', room_id: 'internal' } },
  thank: {
    goes: 'with the record of the encounter',
    columns: {
      room_id: 'internal',
      giver: ['personal', 'encounters[].thanked'],
      receiver: ['personal', 'encounters[].wasThanked'],
      at: 'internal',
    },
  },
  report: {
    goes: retained,
    columns: {
      id: 'internal',
      room_id: 'internal',
      reporter: 'internal',
      reported: 'internal',
      reasons: ['sensitive', 'reports[].reasons'],
      no_repeat: 'internal',
      at: ['personal', 'reports[].at'],
      case_id: 'internal',
      held_back: 'internal',
    },
  },
  report_text: {
    goes: withAccount,
    columns: { report_id: 'internal', explanation: ['sensitive', 'reports[].explanation'] },
  },
  report_origin: { goes: 'after a week', columns: { report_id: 'internal', network: 'secret', at: 'internal' } },
  separation: {
    goes: 'with either account; a keyed hash of it is kept',
    columns: { one: 'internal', other: 'internal', at: 'internal', by_one: 'internal', by_other: 'internal' },
  },
  kept_separation: {
    goes: 'with the account of the other, or after the time in the table of retention; it contains no id of the deleted account',
    columns: { hash: 'secret', other: 'internal', by_former: 'internal', by_other: 'internal', at: 'internal' },
  },
  moderation_case: {
    goes: retained,
    columns: {
      id: 'internal',
      kind: 'internal',
      subject: 'internal',
      appealed: 'internal',
      rank: 'internal',
      opened_at: 'internal',
      closed_at: 'internal',
      claimed_by: 'internal',
      claimed_at: 'internal',
    },
  },
  act: {
    goes: retained,
    columns: {
      seq: 'internal',
      id: ['internal', 'decisions[].statementID'],
      at: ['personal', 'decisions[].at'],
      kind: ['sensitive', 'decisions[].kind'],
      subject: 'internal',
      actor: 'internal',
      case_id: 'internal',
      until: ['personal', 'decisions[].until'],
      code: ['sensitive', 'decisions[].rule'],
    },
  },
  act_text: { goes: retained, columns: { act_id: 'internal', words: ['sensitive', 'decisions[].facts'] } },
  notice: {
    goes: 'a year after the decision; its sender need not be signed in',
    columns: { case_id: 'internal', at: 'internal', words: 'sensitive', email: 'personal', language: 'internal' },
  },
  former_person: {
    goes: 'when no case about them is open and no measure in force',
    columns: { subject: 'internal', hash: 'secret', at: 'internal' },
  },
  setting: { goes: 'never: it identifies nobody', columns: { name: 'internal', value: 'internal' } },
  visit: {
    goes: 'after the time in the table of retention; it identifies nobody',
    columns: { id: 'internal', event: 'internal', page: 'internal', language: 'internal', by: 'internal', at: 'internal' },
  },
  mailbox_message: {
    goes: 'with the account; it exists only without an SMTP server',
    columns: {
      id: 'internal',
      message_id: 'internal',
      to: 'personal',
      to_key: 'personal',
      concerns: 'internal',
      subject: 'personal',
      text: 'secret',
      html: 'secret',
      at: 'internal',
    },
  },
};

export const classOf = (column: Column): ColumnClass => (typeof column === 'string' ? column : column[0]);
/** Its path in the export: names, and `[]` for the elements of an array. */
export const exportedAs = (column: Column): string | undefined => (typeof column === 'string' ? undefined : column[1]);
