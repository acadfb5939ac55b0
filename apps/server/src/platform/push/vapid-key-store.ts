import { eq } from 'drizzle-orm';
import webPush from 'web-push';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Keys } from '../keys.ts';
import { pushKey } from './tables.ts';

/** A key pair on P-256, base64url. Source: RFC 8292, 2. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const name = 'vapid';

/**
 * The key pair of this installation, made when it is first needed: browsers subscribe to its public key, so that it must not change.
 * A pair that this secret does not open is replaced, and browsers subscribe again; not by a command, which may have been given another
 * secret than the server: it throws.
 */
export async function vapidKeys(
  db: Database,
  { keys, clock, mayMake = true }: { keys: Keys; clock: Clock; mayMake?: boolean },
): Promise<VapidKeys> {
  const known = await stored(db, keys);
  if (known) return known;
  if (!mayMake) throw new Error('SECRET does not open the key for push services');
  return db.transaction(async (tx) => {
    const made = webPush.generateVAPIDKeys();
    const row = { publicKey: made.publicKey, privateKey: keys.seal('push', made.privateKey), createdAt: new Date(clock.now()) };
    await tx
      .insert(pushKey)
      .values({ name, ...row })
      .onConflictDoNothing();
    // The row is locked: of several processes that start at once, one makes the pair.
    await tx.select().from(pushKey).where(eq(pushKey.name, name)).for('update');
    const first = await stored(tx, keys);
    if (first) return first;
    await tx.update(pushKey).set(row).where(eq(pushKey.name, name));
    return made;
  });
}

/** Whether a key pair was ever made here. */
export const hasVapidKeys = async (db: Database): Promise<boolean> =>
  (await db.select({ name: pushKey.name }).from(pushKey).where(eq(pushKey.name, name))).length > 0;

async function stored(db: Database, keys: Keys): Promise<VapidKeys | undefined> {
  const [row] = await db.select().from(pushKey).where(eq(pushKey.name, name));
  if (!row) return undefined;
  try {
    return { publicKey: row.publicKey, privateKey: keys.open('push', row.privateKey) };
  } catch {
    return undefined;
  }
}
