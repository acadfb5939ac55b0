import { expect, test } from 'vitest';
import { ownPath, signInStep } from './destination.ts';

const origin = 'https://unspoken.example';

test.each([
  '/',
  '/account/profile',
  '/account/standing?from=mail#reasons',
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '/account/../feedback',
])('[WEB-53] %s is a path of this site', (path) => {
  const found = ownPath(path, origin);
  expect(new URL(found ?? '', origin).href).toBe(new URL(path, origin).href);
});

test.each([
  null,
  '',
  'account/profile',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'https:evil.example',
  'https://evil.example/',
  'https://unspoken.example@evil.example/',
  'javascript:alert(1)',
  'data:text/html,hello',
  ' //evil.example',
  '//unspoken.example.evil.example',
])('[WEB-53] %j leads elsewhere, or nowhere, and is not followed', (wanted) => {
  expect(ownPath(wanted, origin)).toBeUndefined();
});

test('[WEB-53] the destination of a sign-in step survives the address', () => {
  const search = new URLSearchParams(signInStep('signin', '/account/standing?a=1&b=2#c'));
  expect([search.get('auth'), search.get('next')]).toEqual(['signin', '/account/standing?a=1&b=2#c']);
  expect(signInStep('register', undefined)).toBe('?auth=register');
});
