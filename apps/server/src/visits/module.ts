import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { visitRoutes } from './routes.ts';
import { Visits } from './service.ts';
import { visitStore } from './store.ts';

/** Counts of visits to public pages. */
export function visitsModule({ db, clock, random, limits }: Platform): Module {
  const visits = new Visits({ store: visitStore(db), clock, random });
  return {
    routes: (router) => visitRoutes(router, visits, limits),
    retention: { visits: (before) => visits.forget(before) },
  };
}
