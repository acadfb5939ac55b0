import { createDatabaseOverLine } from '@unspoken/testing/postgres';
import { password, startWorld } from '@unspoken/testing/world';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './away.ts';
import { openDatabase } from './database.ts';

const server = process.env.WORLD_POSTGRES;

/** Whether something failed because the database was away. */
const isAway = (doing: Promise<unknown>): Promise<boolean> => doing.then(() => false, isDatabaseAway);

if (server) {
  test('[OPS-17] what the driver says of a database that is not reached is told from an error of the query', async () => {
    const { url, line, drop } = await createDatabaseOverLine(server);
    const { pool, db, close } = await openDatabase({ url, dataDir: undefined, fault: () => {}, patience: 2_000 });
    try {
      expect(await isAway(db.execute('select 1'))).toBe(false);
      expect(await isAway(db.execute('select from nothing'))).toBe(false);
      expect(await isAway(db.execute('select 1 / 0'))).toBe(false);
      // Longer than a statement may take.
      expect(await isAway(db.execute('select pg_sleep(5)'))).toBe(true);
      // Ended by the server.
      expect(await isAway(db.execute('select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)'))).toBe(true);
      // Every connection is in use, for longer than one waits for it.
      const all = await Promise.all(Array.from({ length: 16 }, () => pool.connect()));
      expect(await isAway(db.execute('select 1'))).toBe(true);
      expect(await isAway(db.transaction(async () => {}))).toBe(true);
      const [first] = all;
      for (const each of all) each.release(each !== first);
      const silent = db.execute('select pg_sleep(1)');
      line.cut();
      expect(await isAway(silent)).toBe(true);
      line.heal();
      line.close();
      expect(await isAway(db.execute('select 1'))).toBe(true);
      expect(isDatabaseAway(new Error('Something else'))).toBe(false);
      expect(isDatabaseAway(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false);
    } finally {
      await close();
      await drop();
    }
  });

  test('[OPS-17] while the database is away, calls are answered 503 with Retry-After, and succeed once it is back', async () => {
    const { url, drop, stop, start } = await createDatabaseOverLine(server);
    const world = await startWorld({ DATABASE_URL: url });
    try {
      const { email } = await world.member('Ann');
      const signIn = () => world.call('/api/v1/account/login', { body: { email, password } });
      expect((await signIn()).status).toBe(200);
      stop();
      const refused = await signIn();
      expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
      expect(world.log()).toContain('"unreachable"');
      start();
      expect((await signIn()).status).toBe(200);
    } finally {
      await world.close();
      await drop();
    }
  });
} else test.skip('[OPS-17] PostgreSQL is not installed', () => {});
