import { eraseFromMailbox } from './mail/transport.ts';
import type { Module } from './module.ts';
import type { Platform } from './platform.ts';

/** What the platform itself keeps about people: work that is queued, and in development the mailbox. */
export const platformModule = ({ jobs }: Pick<Platform, 'jobs'>): Module => ({
  personalData: [jobs, { erase: eraseFromMailbox }],
});
