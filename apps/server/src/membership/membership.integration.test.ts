import { startWorld } from '@unspoken/testing/world';
import { expect, test } from 'vitest';

test('[MEM-1] a missing membership is shown as none, a stored one as it is', async () => {
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
    `insert into subscription (account_id, amount, active, trial_ends) values ($1, 500, true, '2027-01-02T03:04:05Z')`,
    [ann.userId],
  );
  expect(await subscription()).toEqual({
    ...none,
    subscriptionAmount: 500,
    activeSubscription: true,
    trialEnds: '2027-01-02T03:04:05.000Z',
  });
  await world.close();
});
