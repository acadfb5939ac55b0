import { ECDH } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import webPush from 'web-push';
import type { Clock } from '../clock.ts';
import { publicLookup } from './public-addresses.ts';
import type { VapidKeys } from './vapid-key-store.ts';

/** Where and for whom a message is encrypted (Push API 3.4); the keys are base64url. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  readonly payload: string;
  /** For how long the push service keeps the message, seconds. Source: RFC 8030, 5.2. */
  readonly ttl: number;
  /** Replaces an undelivered message with the same topic. Source: RFC 8030, 5.4. */
  readonly topic: string;
}

/** `gone`: the subscription has ended (404, 410). A wait is until an instant, epoch ms (429). */
export type PushOutcome = 'sent' | 'gone' | 'failed' | { readonly waitUntil: number };

/** The outcomes as they are counted. */
export const pushResults = ['sent', 'gone', 'failed', 'wait'] as const;
export type PushResult = (typeof pushResults)[number];

export interface PushSenderOptions {
  readonly keys: VapidKeys;
  readonly clock: Clock;
  /** Whom a push service can write to about this installation. Source: RFC 8292, 2.1. */
  readonly subject: string;
  readonly lookup?: LookupFunction;
}

/** How long a push service has for its answer, and how long nothing is sent where it names no time, ms. */
const [patience, usualWait] = [5_000, 60_000];
const longestWait = 86_400_000;

/** Whether these are keys of a subscription: a point on P-256, uncompressed, and a secret of 16 bytes. Source: RFC 8291, 3.1 and 3.2. */
export function areKeys({ p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** Sends messages to browsers by their push services (RFC 8030), encrypted for the browser alone (RFC 8291). */
export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #https: HttpsAgent;
  readonly #http = new HttpAgent({ keepAlive: true });

  constructor(options: PushSenderOptions) {
    this.#options = options;
    this.#https = new HttpsAgent({ keepAlive: true, lookup: options.lookup ?? publicLookup() });
  }

  close(): void {
    this.#https.destroy();
    this.#http.destroy();
  }

  /** Sends once. What goes wrong is an outcome, never an error. */
  async send({ endpoint, p256dh, auth }: Subscription, { payload, ttl, topic }: PushMessage): Promise<PushOutcome> {
    const { keys, subject } = this.#options;
    try {
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...keys },
        TTL: ttl,
        urgency: 'high',
        topic,
        contentEncoding: 'aes128gcm',
      });
      return await this.#post(new URL(endpoint), headers as Record<string, string>, body ?? Buffer.alloc(0));
    } catch {
      return 'failed';
    }
  }

  #post(url: URL, headers: Record<string, string>, body: Buffer): Promise<PushOutcome> {
    const isSecure = url.protocol === 'https:';
    const options: RequestOptions = { method: 'POST', headers, agent: isSecure ? this.#https : this.#http };
    return new Promise((resolve, reject) => {
      // Neither of the two follows redirects.
      const request = (isSecure ? httpsRequest : httpRequest)(url, options, (response) => {
        response.on('error', reject);
        response.on('end', () => resolve(this.#outcomeOf(response.statusCode ?? 0, response.headers['retry-after'])));
        response.resume();
      });
      const giveUp = this.#options.clock.after(patience, () => request.destroy(new Error('no answer')));
      request.on('close', giveUp);
      request.on('error', reject);
      request.end(body);
    });
  }

  #outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    if (status !== 429) return 'failed';
    const now = this.#options.clock.now();
    // Seconds or a date. Source: RFC 9110, 10.2.3.
    const named = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : Date.parse(retryAfter ?? '') - now;
    return { waitUntil: now + Math.min(longestWait, named > 0 ? named : usualWait) };
  }
}
