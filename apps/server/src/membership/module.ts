import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { Membership } from './service.ts';
import { membershipStore } from './store.ts';

/** Paid membership. */
export function membershipModule({ db }: Platform): Module & { readonly membership: Membership } {
  const membership = new Membership(membershipStore(db));
  return { membership, personalData: [membership] };
}
