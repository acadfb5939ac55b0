import type { IncomingHttpHeaders } from 'node:http';
import { decryptMessage, type Receiver } from './decrypt.ts';
import { Refusal } from './refusal.ts';
import { verifySender } from './vapid.ts';

const urgencies = ['very-low', 'low', 'normal', 'high'] as const;

/** RFC 8030, 5.3. */
export type Urgency = (typeof urgencies)[number];

/** What a push service reads of a push message. */
export interface Envelope {
  /** Seconds. */
  readonly ttl: number;
  /** `normal` when the request has none (RFC 8030, 5.3). */
  readonly urgency: Urgency;
  readonly topic: string | undefined;
  /** Epoch ms. */
  readonly receivedAt: number;
  /** The claims `aud`, `sub` and `exp` of the sender's token (RFC 8292, 2); `expiresAt` is in epoch ms. */
  readonly audience: string;
  readonly subject: string;
  readonly expiresAt: number;
}

/** A push message as its user agent received it. */
export interface Message extends Envelope {
  /** Decrypted, as UTF-8. */
  readonly payload: string;
}

export interface PushRequest {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Recipient {
  /** The only application server that may send to it, in base64url (RFC 8292, 4). */
  readonly applicationServerKey: string | undefined;
  /** Undefined where only a browser can decrypt what arrives. */
  readonly receiver: Receiver | undefined;
}

/** Octets that every push service accepts (RFC 8030, 7.2), and no common one accepts more. */
const longestBody = 4_096;

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);

/**
 * Reads a request for the delivery of a push message (RFC 8030, 5) with the sender's public key, and decrypts it if its receiver is
 * known. Throws a Refusal when it is not a valid one.
 */
export function readPushRequest(
  request: PushRequest,
  recipient: Recipient,
  { origin, now }: { origin: string; now: number },
): { envelope: Envelope; payload: string | undefined; key: string } {
  const { method, headers, body } = request;
  if (method !== 'POST') throw new Refusal(405, `the method is ${method}, not POST`);
  const { key, ...sender } = verifySender(headers.authorization, origin, now);
  if (recipient.applicationServerKey !== undefined && recipient.applicationServerKey !== key)
    throw new Refusal(403, 'the subscription belongs to another application server key');
  const ttl = single(headers.ttl);
  if (!/^\d+$/.test(ttl ?? '')) throw new Refusal(400, `TTL is ${ttl ?? 'missing'}, not a whole number`);
  const urgency = single(headers.urgency) ?? 'normal';
  if (!isUrgency(urgency)) throw new Refusal(400, `Urgency is ${urgency}`);
  const topic = single(headers.topic);
  // RFC 8030, 5.4.
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic))
    throw new Refusal(400, `Topic ${topic} is not up to 32 characters of base64url`);
  if (body.length > longestBody) throw new Refusal(413, `the body has more than ${longestBody} octets`);
  const encoding = headers['content-encoding'];
  if (encoding !== 'aes128gcm') throw new Refusal(400, `Content-Encoding is ${encoding ?? 'missing'}, not aes128gcm`);
  return {
    key,
    payload: recipient.receiver && decryptedText(body, recipient.receiver),
    envelope: { ttl: Number(ttl), urgency, topic, receivedAt: now, ...sender },
  };
}

const isUrgency = (value: string): value is Urgency => urgencies.some((urgency) => urgency === value);

/** A real service cannot decrypt; it would deliver the message, and the user agent would discard it without an error. */
function decryptedText(body: Buffer, recipient: Receiver): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decryptMessage(body, recipient));
  } catch (error) {
    throw new Refusal(400, `the payload cannot be decrypted: ${error instanceof Error ? error.message : error}`);
  }
}
