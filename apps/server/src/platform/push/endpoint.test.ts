import { expect, test } from 'vitest';
import { endpointOf, knownPushHosts } from './endpoint.ts';

const accepted = (text: string, hosts: readonly string[] = knownPushHosts) => endpointOf(text, hosts)?.href === text;

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QABC',
  'https://wns2-par02p.notify.windows.com/w/?token=BQ%2bA',
])('[PLA-40] a known push service is accepted: %s', (endpoint) => {
  expect(accepted(endpoint)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.example.org/',
  'https://evilfcm.googleapis.com/',
  'https://push.apple.com/abc',
  'https://evilpush.apple.com/abc',
  'https://push.apple.com.example.org/abc',
  'https://.push.apple.com/',
  'https://user@fcm.googleapis.com/',
  'https://fcm.googleapis.com@127.0.0.1/',
  'https://fcm.googleapis.com#@127.0.0.1/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/',
  'https:\\\\fcm.googleapis.com\\a',
  'https://FCM.googleapis.com/a',
  'https://fcm.googleapis.com./a',
  'ftp://fcm.googleapis.com/a',
  'file:///etc/passwd',
  `https://fcm.googleapis.com/${'a'.repeat(1_000)}`,
  'https://fcm.googleapis.com/a\r\nHost: inside',
  '',
])('[PLA-40] anything else is refused: %s', (endpoint) => {
  expect(endpointOf(endpoint, knownPushHosts)).toBeUndefined();
});

test('[PLA-40] an origin stands for itself only, and no host for all', () => {
  const standIn = ['http://127.0.0.1:4000'];
  expect(accepted('http://127.0.0.1:4000/push/a', standIn)).toBe(true);
  expect(accepted('http://127.0.0.1:4001/push/a', standIn)).toBe(false);
  expect(accepted('https://fcm.googleapis.com/a', standIn)).toBe(false);
  expect(accepted('https://fcm.googleapis.com/a', [])).toBe(false);
});
