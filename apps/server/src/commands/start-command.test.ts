import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOptions } from '@unspoken/testing/start-command';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const option = '--disable-proto=throw';

test.each(['package.json', 'deploy/Containerfile', 'deploy/systemd/unspoken@.service', 'tools/dev.mjs', 'docs/operating.md'])(
  '[ACC-20] %s starts the product, and its commands, without the accessor of prototypes',
  (file) => {
    const starts = readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /\bnode\b.*apps\/server\/src\//.test(line));
    expect(starts.length).toBeGreaterThan(0);
    expect(starts.filter((line) => !line.includes(option))).toEqual([]);
  },
);

test('[ACC-20] tests start the product with the same option', () => {
  expect(nodeOptions).toContain(option);
});
