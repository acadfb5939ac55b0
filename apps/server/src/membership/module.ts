import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { Membership } from './service.ts';
import { membershipStore } from './store.ts';

/** Paid membership. */
export function membershipModule({ db, clock }: Platform): Module & { readonly membership: Membership } {
  const membership = new Membership({ store: membershipStore(db), clock });
  return { membership, personalData: [membership] };
}
