import { id } from '@unspoken/contract/fields';
import { expect, test } from 'vitest';
import { freshUUID } from './fresh-id.ts';

test('fresh UUIDs are what calls expect, of version 4, and different', () => {
  const many = Array.from({ length: 1_000 }, freshUUID);
  for (const each of many) {
    expect(id.safeParse(each).success).toBe(true);
    expect(each).toMatch(/^.{14}4.{4}[89ab]/);
  }
  expect(new Set(many).size).toBe(1_000);
});
