import type { Accounts } from '../accounts/service.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { WaitingList } from './service.ts';
import { waitingListStore } from './store.ts';

/** The waiting list. Its call is answered by `session`, its decisions are made in `administration`. */
export function waitingListModule(
  { db, clock, config: { publicUrl } }: Pick<Platform, 'db' | 'clock' | 'config'>,
  { accounts }: { readonly accounts: Accounts },
): Module & { readonly waitingList: WaitingList } {
  const waitingList = new WaitingList({ store: waitingListStore(db), accounts, clock, publicUrl });
  return { waitingList, personalData: [waitingList] };
}
