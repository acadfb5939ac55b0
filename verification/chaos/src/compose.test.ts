import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCompose } from '../../../tools/programs.mjs';

const shipped = join(import.meta.dirname, '..', '..', '..', 'deploy', 'compose.yaml');
const program = findCompose();

/** Has Compose parse the shipped file with these settings; returns the resulting configuration. */
function read(settings: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspoken-compose-'));
  // The Compose version of Debian 12 does not support the top-level `name`.
  const file = join(folder, 'compose.yaml');
  writeFileSync(file, readFileSync(shipped, 'utf8').replace(/^name: .*$/m, ''));
  try {
    const { PATH = '' } = process.env;
    return execFileSync(program ?? '', ['-f', file, 'config'], { encoding: 'utf8', stdio: 'pipe', env: { PATH, ...settings } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const settings = {
  DOMAIN: 'unspoken.example',
  PUBLIC_ADDRESS: '203.0.113.1',
  SECRET: 'x'.repeat(32),
  POSTGRES_PASSWORD: 'x'.repeat(32),
  SMTP_URL: 'smtps://name:password@mail.example',
  SUPPORT_EMAIL: 'hello@unspoken.example',
  ADMIN_EMAILS: 'ann@unspoken.example',
  TURN_SECRET: 'x'.repeat(32),
};

if (program)
  test('[OPS-14] the Compose file is valid by its schema, and is refused when a required setting is missing', () => {
    const config = read(settings);
    for (const part of ['web-1', 'web-2', 'worker', 'postgres', 'valkey', 'coturn', 'proxy'])
      expect(config).toContain(`  ${part}:`);
    expect(config).toContain('https://unspoken.example');
    for (const name of ['DOMAIN', 'SECRET', 'POSTGRES_PASSWORD', 'SMTP_URL', 'SUPPORT_EMAIL', 'TURN_SECRET'] as const) {
      const { [name]: _, ...rest } = settings;
      expect(() => read(rest), name).toThrow();
    }
  });
else test.skip('the file for Compose: docker-compose is not installed', () => {});
