import { createPrivateKey, sign } from 'node:crypto';
import webpush from 'web-push';
import type { BrowserSubscription } from './push-service.ts';

export const server = webpush.generateVAPIDKeys();
export const otherServer = webpush.generateVAPIDKeys();
export const subject = 'mailto:operator@example.org';

/** A request as the library web-push makes it, which a test can change before it is sent. */
export interface Request {
  readonly endpoint: string;
  method: string;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

export function requestFor(
  { endpoint, ...keys }: BrowserSubscription,
  payload = 'Hello',
  options: webpush.RequestOptions = {},
): Request {
  const vapidDetails = { subject, ...server };
  const details = webpush.generateRequestDetails({ endpoint, keys }, payload, { TTL: 60, vapidDetails, ...options });
  const headers = Object.fromEntries(
    Object.entries(details.headers)
      // fetch sets it by the body.
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  return { endpoint, method: details.method, headers, body: Buffer.from(details.body ?? '') };
}

export const send = ({ endpoint, method, headers, body }: Request): Promise<Response> =>
  fetch(endpoint, { method, headers, redirect: 'manual', ...(method !== 'GET' && { body }) });

export const hourFromNow = (): number => Math.floor(Date.now() / 1_000) + 3_600;

/** The `Authorization` header with any claims and any algorithm name: web-push itself refuses to make most of the invalid ones. */
export function authorization(claims: object, keys: webpush.VapidKeys = server, alg = 'ES256'): string {
  const point = Buffer.from(keys.publicKey, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: keys.privateKey, x, y } });
  const content = [{ typ: 'JWT', alg }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${content}.${signature}, k=${keys.publicKey}`;
}
