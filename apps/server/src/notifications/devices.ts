import { AppError } from '@unspoken/contract/errors';
import { mostDevices, type NotificationSettings, type PushPayload } from '@unspoken/contract/notifications';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import { endpointOf } from '../platform/push/endpoint.ts';
import {
  areKeys,
  type PushMessage,
  type PushOutcome,
  type PushResult,
  type PushSender,
  type Subscription,
} from '../platform/push/push-sender.ts';
import type { Random } from '../platform/random.ts';
import type { Device, DeviceStore } from './device-store.ts';
import type { NotificationStore } from './store.ts';

export interface DevicesOptions {
  readonly store: DeviceStore;
  readonly bell: Pick<NotificationStore, 'transaction' | 'reachable'>;
  readonly accounts: {
    readonly sessions: Pick<Accounts['sessions'], 'isLive' | 'list'>;
  } & Pick<Accounts, 'byId' | 'lockAgainstDeletion'>;
  readonly sender: Pick<PushSender, 'send'>;
  readonly clock: Clock;
  readonly random: Random;
  /** The push services that are written to. */
  readonly hosts: readonly string[];
  /** Hears what came of each message. */
  readonly sent: (outcome: PushResult) => void;
  readonly fault: (error: unknown) => void;
}

/** The topic of all notifications: a later one replaces one that has not been delivered. */
const topic = 'bell';
/** For how long a push service keeps a test, seconds. */
const testLife = 60;

/** The browsers in which members are reached while no page is open. */
export class Devices {
  readonly #options: DevicesOptions;
  constructor(options: DevicesOptions) {
    this.#options = options;
  }

  /** Adds the browser of a session. Throws `push_endpoint_refused`, and changes nothing then. */
  async subscribe({ accountId, sessionId }: Pick<Device, 'accountId' | 'sessionId'>, subscription: Subscription): Promise<void> {
    const { store, bell, accounts, hosts, clock, random } = this.#options;
    if (!endpointOf(subscription.endpoint, hosts) || !areKeys(subscription)) throw new AppError('push_endpoint_refused');
    const { endpoint, p256dh, auth } = subscription;
    const createdAt = new Date(clock.now());
    await bell.transaction(async (tx) => {
      if (!(await accounts.lockAgainstDeletion(tx, [accountId])).has(accountId)) throw new AppError('not_found');
      const row = { id: random.id(), accountId, sessionId, endpoint, p256dh, auth, createdAt };
      if (!(await store.add(tx, row, mostDevices))) throw new AppError('push_endpoint_refused');
    });
    await bell.reachable([accountId], true);
  }

  async unsubscribe(accountId: string, endpoint: string): Promise<void> {
    await this.#options.store.remove(accountId, endpoint);
  }

  /** The browsers of an account with what they said of themselves when they signed in. */
  async of(accountId: string): Promise<NotificationSettings['devices']> {
    const { store, accounts } = this.#options;
    const [devices, sessions] = await Promise.all([store.of(accountId), accounts.sessions.list(accountId)]);
    return devices.flatMap(({ endpoint, sessionId, createdAt }) => {
      const session = sessions.find(({ id }) => id === sessionId);
      return session ? [{ endpoint, userAgent: session.userAgent, createdAt: createdAt.getTime() }] : [];
    });
  }

  /** Sends a test to every browser of a member. */
  async test(accountId: string): Promise<{ devices: number; accepted: number }> {
    const devices = await this.#reachable(accountId);
    const accepted = await this.#sendTo(devices, accountId, (language) => ({ kind: 'test', language }), testLife);
    return { devices: devices.length, accepted };
  }

  /** Sends to every browser of a member, at once and once. `ttl` in seconds. Returns how many the push services have accepted. */
  async push(accountId: string, payload: (language: string) => PushPayload, ttl: number): Promise<number> {
    return this.#sendTo(await this.#reachable(accountId), accountId, payload, ttl);
  }

  async export(accountId: string) {
    const devices = await this.#options.store.of(accountId);
    return { pushSubscriptions: devices.map(({ endpoint, createdAt }) => ({ endpoint, createdAt })) };
  }

  /** The browsers of live sessions whose push service is not to be waited for. */
  async #reachable(accountId: string): Promise<Device[]> {
    const { store, accounts, clock, hosts } = this.#options;
    const now = clock.now();
    const found: Device[] = [];
    for (const device of await store.of(accountId)) {
      // An operator may have taken a push service off the list.
      const isOpen = endpointOf(device.endpoint, hosts) && (device.waitUntil?.getTime() ?? 0) <= now;
      if (isOpen && (await accounts.sessions.isLive(device.sessionId))) found.push(device);
    }
    return found;
  }

  async #sendTo(devices: readonly Device[], accountId: string, payload: (language: string) => PushPayload, ttl: number) {
    const { accounts, sender, sent, fault } = this.#options;
    if (devices.length === 0) return 0;
    const language = (await accounts.byId(accountId))?.language ?? 'en';
    const message: PushMessage = { payload: JSON.stringify(payload(language)), ttl, topic };
    const outcomes = await Promise.all(
      devices.map(async (device): Promise<[Device, PushOutcome]> => [device, await sender.send(device, message)]),
    );
    for (const [, outcome] of outcomes) sent(typeof outcome === 'string' ? outcome : 'wait');
    // What was sent is sent, whatever the database says.
    await this.#note(outcomes).catch(fault);
    return outcomes.filter(([, outcome]) => outcome === 'sent').length;
  }

  async #note(outcomes: readonly (readonly [Device, PushOutcome])[]): Promise<void> {
    const { store } = this.#options;
    for (const [device, outcome] of outcomes)
      if (typeof outcome !== 'string') await store.wait(device.id, new Date(outcome.waitUntil));
    await store.removeEnded(outcomes.flatMap(([device, outcome]) => (outcome === 'gone' ? [device] : [])));
  }
}
