/** The steps of signing in, each a form in the same dialog. */
export type AuthStep = 'signin' | 'register' | 'social' | 'apply';

/** What a completed step reports. */
export interface Outcome {
  /** Whether the visitor asked for our mails. */
  readonly emails?: boolean;
}
