import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentFolder } from '@unspoken/testing/content/folder';
import { newDataFolder } from '@unspoken/testing/data-folder/prepared';
import { encountered, moderate, moderatorOf, reported } from '@unspoken/testing/moderation';
import { createDatabase } from '@unspoken/testing/postgres';
import { startS3Server } from '@unspoken/testing/storage/s3-server';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemOf, runOnDatabase } from './database.ts';

const server = process.env.WORLD_POSTGRES;
let folder: string;
let database: Awaited<ReturnType<typeof createDatabase>> | undefined;
beforeAll(async () => {
  folder = await newDataFolder();
  database = server ? await createDatabase(server) : undefined;
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command on these settings. */
const command = async (args: readonly string[], environment: Readonly<Record<string, string>>) => {
  try {
    return { code: 0, output: await runOnDatabase(args, { ...process.env, DATA_DIR: folder, ...environment }) };
  } catch (error) {
    return { code: 1, output: problemOf(error) };
  }
};

/** The same in a process of its own, as an operator does. */
const commandProcess = (args: readonly string[], environment: Readonly<Record<string, string>>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const program = fileURLToPath(new URL('database.ts', import.meta.url));
    execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, DATA_DIR: folder, ...environment } },
      (error, out, err) => resolve({ code: error ? 1 : 0, output: `${out}${err}` }),
    );
  });

const move = (environment: Readonly<Record<string, string>>) => command(['migrate'], environment);

test.skipIf(!server)(
  '[OPS-4] an embedded database is moved into PostgreSQL completely, and the product continues there',
  { timeout: 240_000 },
  async () => {
    const DATABASE_URL = database?.url ?? '';
    const before = await startWorld({ DATA_DIR: folder }, { embedded: true });
    const [ann, ben] = [await before.member('Ann'), await before.member('Ben')];
    await encountered(before, ann, ben);
    await reported(before, ann, ben, { words: 'Quotes " and \\ and ünicode 🌱' });
    await before.call('/api/v1/feedback', { token: ann.token, body: { content: 'Line one\nline two' } });
    const mo = await moderatorOf(before, 'Mo');
    const { caseID } = (await moderate(before, mo, 'cases/claim', {})).body;
    const lines = async (world: World) =>
      (await world.query('select seq::int from act order by seq')).map(({ seq }) => seq as number);
    const written = await lines(before);
    expect(written.length).toBeGreaterThan(0);
    // A database that a running process uses cannot be moved.
    expect(await move({ DATABASE_URL })).toMatchObject({ code: 1, output: expect.stringContaining('in use') });
    // A mail that has been posted and not yet sent is moved too.
    await before.query(
      `insert into pgboss.job (name, data, start_after) values ('mail', '{"to":"later@example.org"}', now() + interval '1 day')`,
    );
    await before.close();

    const moved = await move({ DATABASE_URL });
    expect(moved.output).toContain('each the same on both sides');
    expect(moved.code).toBe(0);
    const after = await startWorld({ DATABASE_URL, DATA_DIR: folder });
    const signedIn = await after.call('/api/v1/account/login', { body: { email: ann.email, password } });
    expect(signedIn.body.user).toMatchObject({ completedMinutes: 2 });
    expect((await after.call('/api/v1/account/reports', { token: signedIn.body.token })).body.reports).toHaveLength(1);
    expect(await after.query('select explanation from report_text')).toEqual([{ explanation: 'Quotes " and \\ and ünicode 🌱' }]);
    expect(await after.query(`select data from pgboss.job where data->>'to' = 'later@example.org'`)).toHaveLength(1);
    // A moderator who was signed in still is; the ledger continues after its last line, and still refuses changes.
    expect((await moderate(after, mo, `cases/${caseID}`)).status).toBe(200);
    const later = await lines(after);
    expect(later.slice(0, written.length)).toEqual(written);
    expect(later.at(-1)).toBeGreaterThan(written.at(-1) as number);
    await expect(after.query('update act set at = now()')).rejects.toThrow(/append-only/);

    // Existing data is never overwritten.
    await after.close();
    const again = await move({ DATABASE_URL });
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('has rows already') });
  },
);

test('[OPS-4] without a target database, nothing happens', async () => {
  expect(await commandProcess(['migrate'], { DATABASE_URL: '' })).toMatchObject({
    code: 1,
    output: expect.stringContaining('DATABASE_URL must be set'),
  });
});

const places = {
  'an embedded database': async () => ({}),
  PostgreSQL: async () => ({ DATABASE_URL: (await createDatabase(server ?? '')).url }),
};
for (const [kind, place] of Object.entries(places))
  test.skipIf(kind === 'PostgreSQL' && !server)(
    `[OPS-5] a backup of ${kind}, made while the server runs, restores everything`,
    // The embedded database runs the same code, slowly.
    { timeout: 240_000, tags: kind === 'PostgreSQL' || !server ? [] : ['long'] },
    async () => {
      const storage = await startS3Server();
      const [old, fresh] = [await newDataFolder(), await mkdtemp(join(folder, 'fresh-'))];
      const [from, to] = [
        { ...(await place()), DATA_DIR: old },
        // One of them is restored into another store of files.
        { ...(await place()), DATA_DIR: fresh, ...(kind === 'PostgreSQL' && storage.environment) },
      ];
      const content = await contentFolder();
      await content.write('threequestions');
      const before = await startWorld({ ...from, CONTENT_DIR: content.path }, { embedded: true });
      const ann = await before.member('Ann');
      const [{ path }] = (await before.query(`select '/media/' || id || '.' || format as path from media`)) as [{ path: string }];
      const sound = async (world: World) =>
        Buffer.from(await (await fetch(world.origin + path)).arrayBuffer()).toString('base64');
      const heard = await sound(before);
      await reported(before, ann, await before.member('Ben'), { words: 'Ünicode 🌱 \u2028 and \u2029 and \r\n' });
      // Line separators in the data, which the backup file does not use.
      const words = 'select explanation from report_text';
      const written = await before.query(words);
      expect(JSON.stringify(written)).toContain('\u2028');
      const file = join(folder, `${kind}.backup`);
      const backup = await commandProcess(['backup', file], from);
      expect(backup.output).toContain('It holds everything about everybody');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await command(['backup', file], from)).toMatchObject({
        code: 1,
        output: expect.stringContaining('is there already'),
      });
      await before.close();
      await rm(old, { recursive: true, force: true });

      // A backup that is cut off, or another file, changes nothing.
      const bytes = await readFile(file);
      await writeFile(`${file}.cut`, bytes.subarray(0, bytes.length / 2));
      await writeFile(`${file}.other`, 'something else');
      for (const wrong of kind === 'PostgreSQL' ? ['cut', 'other', 'missing'] : ['cut'])
        expect(await command(['restore', `${file}.${wrong}`], to)).toMatchObject({
          code: 1,
          output: expect.stringMatching(/no backup|no such file/),
        });
      expect(await command(['restore', file], to)).toMatchObject({ code: 0, output: expect.stringContaining('were restored') });
      expect(await command(['restore', file], to)).toMatchObject({
        code: 1,
        output: expect.stringContaining('has rows already'),
      });
      const after = await startWorld(to, { embedded: true });
      const signedIn = await after.call('/api/v1/account/login', { body: { email: ann.email, password } });
      expect(signedIn.body.user).toMatchObject({ completedMinutes: 1 });
      expect(await after.query(words)).toEqual(written);
      expect(await sound(after)).toBe(heard);
      await after.close();
      await content.remove();
      await storage.close();
    },
  );

test('[OPS-5] the backup of a missing database is refused', async () => {
  const [empty, file] = [join(folder, 'nowhere'), join(folder, 'nothing.backup')];
  expect(await command(['backup', file], { DATA_DIR: empty, DATABASE_URL: '' })).toMatchObject({
    code: 1,
    output: expect.stringContaining('holds no database'),
  });
  expect(existsSync(file) || existsSync(empty)).toBe(false);
});
