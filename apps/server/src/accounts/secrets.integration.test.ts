import { rm } from 'node:fs/promises';
import { newDataFolder } from '@unspoken/testing/data-folder/prepared';
import { startMailServer } from '@unspoken/testing/mail-server';
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
  const folder = await newDataFolder();
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

test('[ACC-5] the database contains neither a token nor a password', async () => {
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

test('[ACC-9] a mail that was accepted is sent once the mail server accepts it, also after a restart', async () => {
  const folder = await freshFolder();
  const dead = await start(folder, { SMTP_URL: 'smtp://127.0.0.1:9' });
  await register(dead, 'ann@example.org');
  await dead.close();
  const server = await startMailServer();
  const app = await start(folder, { SMTP_URL: server.url });
  await expect.poll(() => server.taken.length, { timeout: 25_000, interval: 200 }).toBe(1);
  expect(server.taken[0]?.text).toMatch(/^To: ann@example\.org/m);
  expect(server.taken[0]?.text).toMatch(/^Message-ID: <[\w-]+@unspoken\.example>/m);
  await app.close();
  await server.stop();
});

test('[ACC-9] a mail server that first refuses, drops the connection and hangs gets the mail in the end, once', {
  timeout: 120_000,
}, async () => {
  const server = await startMailServer('refuses', 'drops', 'hangs', 'takes');
  const app = await start(await freshFolder(), { SMTP_URL: server.url });
  await register(app, 'ann@example.org');
  await expect.poll(() => server.taken.length, { timeout: 100_000, interval: 250 }).toBe(1);
  expect(server.connections).toBe(4);
  expect(server.taken[0]?.text).toMatch(/^Subject: Please confirm your email address for Unspoken/m);
  await app.close();
  await server.stop();
});

test('[ACC-18] a mail from a list has unsubscribe headers', async () => {
  const server = await startMailServer();
  const app = await start(await freshFolder(), { SMTP_URL: server.url });
  const { token } = await register(app, 'ann@example.org');
  await expect.poll(() => server.taken.length, { timeout: 15_000 }).toBe(1);
  const link = /confirmemail\/([\w-]+)/.exec(server.taken[0]?.text.replaceAll('=\r\n', '') ?? '')?.[1];
  await fetch(`${app.origin}/api/v1/account/confirmemail/${link}`);
  const headers = { authorization: `Bearer ${token}` };
  await fetch(`${app.origin}/api/v1/account/joinemailinglist`, { method: 'POST', headers });
  await expect.poll(() => server.taken.length, { timeout: 15_000 }).toBe(2);
  const hash = /joinlist\/([\w-]+)/.exec(server.taken[1]?.text.replaceAll('=\r\n', '') ?? '')?.[1] ?? '';
  await fetch(`${app.origin}/api/v1/account/confirmemailinglist`, { method: 'POST', body: new URLSearchParams({ hash }) });
  await expect.poll(() => server.taken.length, { timeout: 15_000 }).toBe(3);
  const mail = server.taken[2]?.text.replaceAll(/\r\n[ \t]/g, ' ') ?? '';
  expect(mail).toMatch(/^List-Unsubscribe: <http:\/\/localhost:\d+\/unsubscribe\/[\w-]{43}>\r$/m);
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  for (const each of server.taken.slice(0, 2)) expect(each.text).not.toContain('List-Unsubscribe');
  await app.close();
  await server.stop();
});
