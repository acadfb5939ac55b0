import type { Accounts } from '../accounts/service.ts';
import type { Encounters } from '../encounters/service.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { feelingsRoutes } from './routes.ts';
import { Feelings } from './service.ts';
import { feelingsStore } from './store.ts';

interface FeelingsNeeds {
  readonly accounts: Pick<Accounts, 'lockAgainstDeletion'>;
  readonly encounters: Pick<Encounters, 'afterwards'>;
}

/** Whether people feel better after their minute: randomised answers, and what is published of them. */
export function feelingsModule(
  { db, clock, limits, config: { additions, durations } }: Platform,
  { accounts, encounters: { afterwards } }: FeelingsNeeds,
): Module {
  const store = feelingsStore(db);
  const feelings = new Feelings({
    ...{ store, accounts, clock, durations },
    completedAt: (accountId, roomID) => afterwards.completedAt(accountId, roomID),
    isOffered: additions.includes('feelings'),
  });
  return {
    routes: (router) => feelingsRoutes(router, feelings, limits),
    personalData: [feelings],
    retention: { feelings: (before) => store.forget(before) },
  };
}
