import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Keys, keysOf } from './keys.ts';

test('the hash of a text depends on the secret and the purpose', () => {
  const keys = new Keys('one secret of this installation');
  expect(keys.hash('network', '192.0.2')).toBe(new Keys('one secret of this installation').hash('network', '192.0.2'));
  expect(keys.hash('network', '192.0.2')).not.toBe(keys.hash('former person', '192.0.2'));
  expect(keys.hash('network', '192.0.2')).not.toBe(new Keys('another').hash('network', '192.0.2'));
});

test('sealed text differs each time, and can be opened only unchanged and with the same secret and purpose', () => {
  const keys = new Keys('one secret of this installation');
  const sealed = keys.seal('second factor', 'JBSWY3DPEHPK3PXP');
  expect(keys.open('second factor', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(keys.seal('second factor', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed);
  expect(() => new Keys('another').open('second factor', sealed)).toThrow();
  expect(() => keys.open('network', sealed)).toThrow();
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(() => keys.open('second factor', changed.toString('base64url'))).toThrow();
  // Nonce and a tag of four bytes, which would be easy to guess.
  const short = Buffer.from(keys.seal('second factor', ''), 'base64url').subarray(0, 16).toString('base64url');
  expect(() => keys.open('second factor', short)).toThrow();
});

test('what an installation has stored can be read by every later version', () => {
  const keys = new Keys('one secret of this installation');
  const sealed = 'BwcHBwcHBwcHBwcHKipxwWoqfBhafcTci7-onWHnYmjnOXAuR5E_WDbT8PU';
  // A second time, with the keys that have been derived by then.
  for (let i = 0; i < 2; i++) {
    expect(keys.hash('network', '192.0.2')).toBe('gx4LMQ89s8bdDZQ4CEPVODUgNChnls1gdH-o1_oiO2w');
    expect(keys.open('second factor', sealed)).toBe('JBSWY3DPEHPK3PXP');
  }
});

test('if the operator sets no secret, one is generated once and kept in the data folder', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'unspoken-keys-'));
  const [first, second] = [keysOf({ secret: undefined, dataDir }), keysOf({ secret: undefined, dataDir })];
  expect(first.hash('network', 'x')).toBe(second.hash('network', 'x'));
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toHaveLength(43);
  rmSync(dataDir, { recursive: true });
});
