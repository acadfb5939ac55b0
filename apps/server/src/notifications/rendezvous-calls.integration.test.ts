import type { PushPayload } from '@unspoken/contract/notifications';
import { quarter, type RendezvousNews } from '@unspoken/contract/rendezvous';
import { type PushService, startPushService } from '@unspoken/testing/push-service/push-service';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
  world = await startWorld({
    PUSH_HOSTS: service.origin,
    DURATIONS: JSON.stringify({ ringAcknowledgement: 300, rendezvousSweep: 100 }),
  });
});
afterAll(async () => {
  await world.close();
  await service.close();
});

const post = ({ token }: { token: string }, path: string, body: object = {}) =>
  world.call(`/api/v1/${path}`, { token, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** The start of the next quarter but `later`, epoch ms. */
const next = (later = 0) => (Math.floor(world.now().getTime() / quarter) + 1 + later) * quarter;

/** A rendezvous that begins in 100 s, as if it had been made long ago. */
async function dueSoon(member: Member): Promise<string> {
  const { body } = await post(member, 'rendezvous', { startsAt: next(2) });
  const { id } = body.rendezvous[0];
  await world.query(`update rendezvous set starts_at = $2, chosen_at = $3 where id = $1`, [
    id,
    new Date(world.now().getTime() + 100_000),
    new Date(world.now().getTime() - 3_600_000),
  ]);
  return id;
}

test('[REN-6] an open page is called, and connecting keeps the rendezvous', async () => {
  const ann = await world.member('Ann');
  // Quiet all day, but for what she asked for.
  await post(ann, 'notifications/settings', { quietFrom: 0, quietTo: 23, dailyCap: 1 });
  const page = await ann.socket();
  page.raw.on('rendezvous', (_, acknowledge) => acknowledge({}));
  const id = await dueSoon(ann);
  expect(await page.hears<RendezvousNews>('rendezvous')).toMatchObject({ id, news: 'call', poolType: 'anyone' });
  await page.emit('connectClick', { clickID: 'kept' });
  const came = async () => (await world.query('select came_at is not null as came from rendezvous where id = $1', [id]))[0];
  await expect.poll(came).toEqual({ came: true });
  expect((await world.call('/api/v1/rendezvous', { token: ann.token })).body).toEqual({ rendezvous: [], most: 3 });
  page.close();
});

test('[REN-6] with no page open the call comes by push; somebody who waits already is not called', async () => {
  const [ben, cay] = [await world.member('Ben'), await world.member('Cay')];
  const subscribed = async (member: Member) => {
    const subscription = service.subscribe();
    await post(member, 'notifications/subscriptions', subscription);
    return subscription.endpoint;
  };
  const [toBen, toCay] = [await subscribed(ben), await subscribed(cay)];
  const waiting = await cay.socket();
  await waiting.emit('connectClick', { clickID: 'waits', poolType: 'anyone' });
  await world.query('update rendezvous set came_at = now() where account_id = $1', [cay.userId]);
  const [benID, cayID] = [await dueSoon(ben), await dueSoon(cay)];
  const payload: PushPayload = JSON.parse((await service.waitForMessage(toBen)).payload);
  expect(payload).toMatchObject({ kind: 'rendezvous', news: 'call', id: benID, language: 'en' });
  // Some sweeps later.
  await new Promise((later) => setTimeout(later, 600));
  expect([service.requests(toCay), service.requests(toBen)]).toEqual([0, 1]);
  // Left to a later sweep: she is called once she waits no longer.
  await waiting.emit('cancelClick', { clickID: 'waits' });
  waiting.close();
  expect(JSON.parse((await service.waitForMessage(toCay)).payload)).toMatchObject({ kind: 'rendezvous', id: cayID });
  expect(service.requests(toBen)).toBe(1);
});

test('[REN-1] [REN-2] [REN-3] over the wire: offers, a choice, a move, a cancellation, and what is refused', async () => {
  const dee = await world.member('Dee');
  const { body: offers } = await world.call('/api/v1/rendezvous/offers', { token: dee.token });
  expect([offers.anyone.length, offers.myCircle.length]).toEqual([3, 3]);
  const [first, second] = offers.anyone;
  const made = (await post(dee, 'rendezvous', { startsAt: first.startsAt })).body;
  expect(made).toMatchObject({
    rendezvous: [{ startsAt: first.startsAt, poolType: 'anyone', others: expect.any(Number) }],
    most: 3,
  });
  const [{ id }] = made.rendezvous;
  expect((await post(dee, 'rendezvous/move', { id, startsAt: second.startsAt })).body.rendezvous).toMatchObject([
    { id, startsAt: second.startsAt },
  ]);
  for (const startsAt of [next() + 1, next() - quarter, next(300)])
    expect((await post(dee, 'rendezvous', { startsAt })).body.error).toBe('quarter_invalid');
  for (const startsAt of ['soon', -quarter, 1.5])
    expect((await post(dee, 'rendezvous', { startsAt })).body.error).toBe('validation_failed');
  for (const later of [40, 41]) await post(dee, 'rendezvous', { startsAt: next(later) });
  expect((await post(dee, 'rendezvous', { startsAt: next(42) })).body.error).toBe('too_many_rendezvous');
  expect((await post(dee, 'rendezvous/cancel', { id })).body.rendezvous).toHaveLength(2);
});
