import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../app.ts';
import { readConfig } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';

const password = 'a long and quiet minute';
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
const freshFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unspoken-secrets-'));
  folders.push(folder);
  return folder;
};

const start = (DATA_DIR: string, more: Record<string, string> = {}): Promise<RunningApp> =>
  startApp(readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR, LIMITS: 'off', ...more }));

const register = async (app: RunningApp, email: string): Promise<{ token: string }> => {
  const answer = await fetch(`${app.origin}/api/v1/account/register`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ann', email, password }),
  });
  return (await answer.json()) as { token: string };
};

/** A real SMTP server that refuses the first `failures` mails and keeps the rest. */
function smtp(failures: number): Promise<{ url: string; mails: string[]; close: () => void }> {
  const mails: string[] = [];
  let left = failures;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (left-- > 0) return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        mails.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({ url: `smtp://127.0.0.1:${port}`, mails, close: () => server.close() });
    }),
  );
}

test('[ACC-5] neither a token nor a password stands in the database', async () => {
  const folder = await freshFolder();
  const app = await start(folder);
  const { token } = await register(app, 'ann@example.org');
  await app.close();
  const database = await openDatabase({ url: undefined, dataDir: folder, fault: () => {} });
  const tables = await database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  let all = '';
  for (const { name } of tables.rows) all += JSON.stringify((await database.pool.query(`select * from ${name}`)).rows);
  await database.close();
  expect(all).toContain('ann@example.org');
  expect(all).not.toContain(token);
  expect(all).not.toContain(password);
});

test('[ACC-9] a mail that was accepted is sent once the mail server takes it, also over a restart', async () => {
  const folder = await freshFolder();
  const dead = await start(folder, { SMTP_URL: 'smtp://127.0.0.1:9' });
  await register(dead, 'ann@example.org');
  await dead.close();
  const server = await smtp(0);
  const app = await start(folder, { SMTP_URL: server.url });
  await expect.poll(() => server.mails.length, { timeout: 25_000, interval: 200 }).toBe(1);
  expect(server.mails[0]).toMatch(/^To: ann@example\.org/m);
  expect(server.mails[0]).toMatch(/^Message-ID: <[\w-]+@unspoken\.example>/m);
  await app.close();
  server.close();
});

test('[ACC-9] a mail server that refuses for a while gets the mail again', async () => {
  const server = await smtp(1);
  const app = await start(await freshFolder(), { SMTP_URL: server.url });
  await register(app, 'ann@example.org');
  await expect.poll(() => server.mails.length, { timeout: 25_000, interval: 200 }).toBe(1);
  await app.close();
  server.close();
});
