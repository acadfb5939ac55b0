import { startWorld } from '@unspoken/testing/world';
import { expect, test } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import { placeStore } from './place-store.ts';
import { Membership } from './service.ts';
import { membershipStore } from './store.ts';

test('[MEM-1] without a membership none is shown; a place is shown as one of nothing, with its end', async () => {
  const world = await startWorld();
  const ann = await world.member('Ann');
  const subscription = async () =>
    (await world.call('/api/v1/account/loginfromtoken', { token: ann.token })).body.user.subscription;
  const none = {
    subscriptionAmount: null,
    initialPaymentSucceeded: false,
    trialUsed: false,
    activeSubscription: false,
    freeExperienceUsed: false,
    pendingInvoice: false,
    subscriptionCancelsAt: null,
    trialEnds: null,
  };
  expect(await subscription()).toEqual(none);
  await world.query(
    `insert into place (id, account_id, kind, begins_at, ends_at) values (gen_random_uuid(), $1, 'trial', now() - interval '1 day', '2037-01-02T03:04:05Z')`,
    [ann.userId],
  );
  expect(await subscription()).toEqual({
    ...none,
    subscriptionAmount: 0,
    trialUsed: true,
    activeSubscription: true,
    trialEnds: '2037-01-02T03:04:05.000Z',
  });
  await world.close();
});

test('[MEM-2] only one of twenty simultaneous rooms claims a try, until it is released; a used try is never claimed again', async () => {
  const world = await startWorld();
  const ann = await world.member('Ann');
  const { DATABASE_URL: url, DATA_DIR: dataDir = '' } = world.environment;
  const { db, close } = await openDatabase({ url, dataDir, fault: () => {}, beside: true });
  const membership = new Membership({
    ...{ store: membershipStore(db), places: placeStore(db), clock: { now: () => 1_000 } },
    ...{ providerAccount: () => undefined, paid: async () => undefined, isSuspended: async () => false, trialHash: String },
  });
  const claim = (roomID: string) => db.transaction((tx) => membership.claimTry(tx, ann.userId, roomID));
  const settle = (roomID: string, used: boolean) => db.transaction((tx) => membership.settleTry(tx, ann.userId, roomID, used));
  const claimAll = async () => {
    const rooms = Array.from({ length: 20 }, (_, i) => `room:${i}`);
    const claimed = await Promise.all(rooms.map(claim));
    return rooms.filter((_, i) => claimed[i]);
  };
  const [first, ...more] = await claimAll();
  expect(more).toEqual([]);
  expect([await claim('another'), await membership.right(ann.userId)]).toEqual([false, 'try']);
  await settle('another', false);
  expect(await claim('another')).toBe(false);
  await settle(first as string, false);
  const [second] = await claimAll();
  await settle(second as string, true);
  await settle(second as string, false);
  expect([await claimAll(), await membership.right(ann.userId)]).toEqual([[], 'none']);
  await close();
  await world.close();
});
