import { eraseFromMailbox } from './mail/transport.ts';
import type { Module } from './module.ts';
import type { Platform } from './platform.ts';

/** The personal data that the platform itself keeps: queued jobs, and in development the mailbox. */
export const platformModule = ({ jobs }: Pick<Platform, 'jobs'>): Module => ({
  personalData: [jobs, { erase: eraseFromMailbox }],
});
