import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { Subscription } from '../platform/push/push-sender.ts';
import { pushSubscription } from './tables.ts';

export type Device = typeof pushSubscription.$inferSelect;

interface NewDevice extends Subscription {
  readonly id: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly createdAt: Date;
}

/** All SQL about browsers that are reached by push services. */
export const deviceStore = (db: Database) => ({
  /** The browsers of an account, the newest first. */
  async of(accountId: string): Promise<Device[]> {
    return db
      .select()
      .from(pushSubscription)
      .where(eq(pushSubscription.accountId, accountId))
      .orderBy(desc(pushSubscription.createdAt), desc(pushSubscription.id));
  },

  /**
   * Adds a browser, or changes the owner of a known one: the member who is signed in there is reached there. A session has one endpoint, and an
   * account `most` of them. False, and nothing is to be kept, if the endpoint is known with other keys: it is of another browser.
   */
  async add(tx: Database, { id, accountId, sessionId, createdAt, ...subscription }: NewDevice, most: number): Promise<boolean> {
    const { endpoint } = subscription;
    const isSame = sql`push_subscription.session_id = excluded.session_id`;
    await tx.delete(pushSubscription).where(and(eq(pushSubscription.sessionId, sessionId), sql`endpoint <> ${endpoint}`));
    const added = await tx
      .insert(pushSubscription)
      .values({ id, accountId, sessionId, createdAt, ...subscription })
      .onConflictDoUpdate({
        target: pushSubscription.endpoint,
        // A browser that names its subscription again is the same one, and its push service is still to be given time.
        set: {
          ...{ accountId, sessionId },
          createdAt: sql`case when ${isSame} then push_subscription.created_at else excluded.created_at end`,
          waitUntil: sql`case when ${isSame} then push_subscription.wait_until end`,
        },
        setWhere: sql`push_subscription.p256dh = excluded.p256dh and push_subscription.auth = excluded.auth`,
      })
      .returning({ id: pushSubscription.id });
    if (added.length === 0) return false;
    await tx.execute(sql`
      delete from push_subscription where account_id = ${accountId} and id not in (
        select id from push_subscription where account_id = ${accountId} order by created_at desc, id desc limit ${most})`);
    return true;
  },

  async remove(accountId: string, endpoint: string): Promise<void> {
    await db
      .delete(pushSubscription)
      .where(and(eq(pushSubscription.accountId, accountId), eq(pushSubscription.endpoint, endpoint)));
  },

  /** Removes browsers whose subscription has ended, unless they have subscribed again since they were read. */
  async removeEnded(devices: readonly Device[]): Promise<void> {
    for (const { id, createdAt } of devices)
      await db.delete(pushSubscription).where(and(eq(pushSubscription.id, id), eq(pushSubscription.createdAt, createdAt)));
  },

  /** Nothing is sent to this browser before an instant. */
  async wait(id: string, until: Date): Promise<void> {
    await db.update(pushSubscription).set({ waitUntil: until }).where(eq(pushSubscription.id, id));
  },
});
export type DeviceStore = ReturnType<typeof deviceStore>;
