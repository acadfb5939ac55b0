import type { MailBehaviour } from '@unspoken/testing/mail-server';
import { type Fault, toAll } from './fault.ts';

/** Encounters are unaffected by a fault of the mail server. Whether each mail arrives is checked at the end. */
const bound = 6_000;

const inMood = (name: string, mood: MailBehaviour): Fault =>
  toAll(
    { name, bound, ms: 10_000 },
    ({ mail }) => mail.behave(mood),
    ({ mail }) => mail.behave('takes'),
  );

export const faultsOfMail: readonly Fault[] = [
  toAll(
    { name: 'the mail server is away for 10 s', bound, ms: 10_000 },
    ({ mail }) => mail.stopListening(),
    ({ mail }) => mail.listenAgain(),
  ),
  inMood('the mail server refuses every mail for 10 s', 'refuses'),
  inMood('the mail server drops the connection without answering, for 10 s', 'drops'),
  inMood('the mail server never responds, for 10 s', 'hangs'),
];
