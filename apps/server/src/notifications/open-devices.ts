import type { Accounts } from '../accounts/service.ts';
import type { Config } from '../platform/config.ts';
import { Signal } from '../platform/listeners.ts';
import type { Platform } from '../platform/platform.ts';
import { type PushResult, PushSender } from '../platform/push/push-sender.ts';
import { vapidKeys } from '../platform/push/vapid-key-store.ts';
import { deviceStore } from './device-store.ts';
import { Devices } from './devices.ts';
import { notificationStore } from './store.ts';

/** How push services reach the operator (RFC 8292, 2.1). Apple accepts no address of this machine. */
export const pushContact = ({ publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${supportEmail}`;

/** The browsers that push reaches, with the key pair of this installation; beside the server too. */
export async function openDevices(
  { db, clock, keys, config, random, fault }: Pick<Platform, 'db' | 'clock' | 'keys' | 'config' | 'random' | 'fault'>,
  accounts: Accounts,
  { beside = false }: { readonly beside?: boolean } = {},
) {
  const { pushHosts: hosts } = config;
  const pair = await vapidKeys(db, { keys, clock, mayMake: !beside });
  const sender = new PushSender({ keys: pair, clock, subject: pushContact(config) });
  const pushed = new Signal<[result: PushResult]>();
  const [store, bell] = [deviceStore(db), notificationStore(db)];
  const devices = new Devices({ store, bell, accounts, sender, clock, random, hosts, sent: pushed.emit, fault });
  return {
    devices,
    publicKey: hosts.length > 0 ? pair.publicKey : undefined,
    onPushed: pushed.add,
    close: () => sender.close(),
  };
}
