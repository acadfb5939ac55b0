import { randomUUID } from 'node:crypto';
import { quarter, rendezvousWindow } from '@unspoken/contract/rendezvous';
import { onEachDatabase } from '@unspoken/testing/databases';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { Rendezvous } from './service.ts';
import { claimBatch, rendezvousStore } from './store.ts';

const minute = 60_000;
const day = 86_400_000;
/** What a sweep finds. */
const due = async (rendezvous: Rendezvous) => [...(await rendezvous.dueCalls()), ...(await rendezvous.dueAlone())];
// Every test has a week of its own.
let weeks = 0;

onEachDatabase((name, database) => {
  /** The service at noon, with its members and circles. */
  function bed() {
    const noon = Date.parse('2026-06-10T12:00:00Z') + 7 * day * weeks++;
    const clock = new StandingClock(noon);
    const [circles, separations] = [new Map<string, Set<string>>(), new Map<string, string[]>()];
    const { db, pool } = database();
    const service = () =>
      new Rendezvous({
        store: rendezvousStore(db),
        accounts: {
          timeZone: async () => 'UTC',
          transaction: (run) => db.transaction((tx) => run(tx)),
          lock: async (tx, id) => {
            const { rows } = await tx.execute(`select id from account where id = '${id}' for update`);
            return rows[0] as never;
          },
        },
        clock,
        random: { id: randomUUID, secret: () => '', digits: () => '' },
        usual: async () => [],
        matched: async (accountId) => circles.get(accountId) ?? new Set(),
        separatedFrom: async (accountId) => separations.get(accountId) ?? [],
        fault: (error) => {
          throw error;
        },
      });
    const member = async () => {
      const id = randomUUID();
      await pool.query(`insert into account (id, email, email_key, name, created_at) values ($1, $2, $2, 'A', now())`, [id, id]);
      return id;
    };
    const code = (asked: Promise<unknown>) =>
      asked.then(
        () => 'done',
        ({ code: thrown }: { code: string }) => thrown,
      );
    const startsOf = async (id: string) =>
      (await service().list(id)).rendezvous.map(({ startsAt }) => (startsAt - noon) / minute);
    const connections = (count: number) => Promise.all(Array.from({ length: count }, () => pool.query('select pg_sleep(0.05)')));
    return { noon, clock, circles, separations, rendezvous: service(), other: service(), member, code, startsOf, connections };
  }

  test(`${name}: [REN-1] [REN-3] three are open; a fourth, a bad time and the same again change nothing`, async () => {
    const { noon, clock, rendezvous, member, code, startsOf } = bed();
    const ann = await member();
    for (const bad of [noon, noon - quarter, noon + 1, noon + 2 * day + quarter])
      expect(await code(rendezvous.make(ann, bad, 'anyone'))).toBe('quarter_invalid');
    for (const quarters of [1, 3, 2, 3]) await rendezvous.make(ann, noon + quarters * quarter, 'anyone');
    expect(await startsOf(ann)).toEqual([15, 30, 45]);
    expect(await code(rendezvous.make(ann, noon + 4 * quarter, 'anyone'))).toBe('too_many_rendezvous');
    expect(await startsOf(ann)).toEqual([15, 30, 45]);
    // Open until three minutes after.
    await clock.advance(quarter + rendezvousWindow - 1);
    expect(await startsOf(ann)).toEqual([15, 30, 45]);
    await clock.advance(1);
    expect(await startsOf(ann)).toEqual([30, 45]);
    await rendezvous.make(ann, noon + 4 * quarter, 'anyone');
    expect(await startsOf(ann)).toEqual([30, 45, 60]);
  });

  test(`${name}: [REN-3] of many requests at once three are kept`, async () => {
    const { noon, rendezvous, other, member, code, connections } = bed();
    const ann = await member();
    // Requests that first had to open a connection would come one after the other.
    await connections(10);
    const asked = Array.from({ length: 10 }, (_, i) =>
      code((i % 2 ? rendezvous : other).make(ann, noon + (i + 1) * quarter, 'anyone')),
    );
    const codes = await Promise.all(asked);
    expect(codes.filter((each) => each === 'done')).toHaveLength(3);
    expect((await rendezvous.list(ann)).rendezvous).toHaveLength(3);
  });

  test(`${name}: [REN-3] after three missed within 14 days one is open; those that were kept or cancelled were not missed`, async () => {
    const { noon, clock, rendezvous, member, code } = bed();
    const ann = await member();
    for (const quarters of [1, 2, 3]) await rendezvous.make(ann, noon + quarters * quarter, 'anyone');
    const [first] = (await rendezvous.list(ann)).rendezvous;
    await rendezvous.cancel(ann, first?.id ?? '');
    await clock.advance(2 * quarter + rendezvousWindow);
    await rendezvous.connected(ann, 'anyone');
    await clock.advance(2 * quarter);
    // One missed, one kept, one cancelled.
    expect((await rendezvous.list(ann)).most).toBe(3);
    const later = noon + day;
    await clock.advance(day - 4 * quarter - rendezvousWindow);
    for (const quarters of [1, 2]) await rendezvous.make(ann, later + quarters * quarter, 'anyone');
    await clock.advance(2 * quarter + rendezvousWindow - 1);
    expect((await rendezvous.list(ann)).most).toBe(3);
    await clock.advance(1);
    expect((await rendezvous.list(ann)).most).toBe(1);
    await rendezvous.make(ann, later + 8 * quarter, 'anyone');
    expect(await code(rendezvous.make(ann, later + 9 * quarter, 'anyone'))).toBe('too_many_rendezvous');
    await clock.advance(14 * day);
    expect((await rendezvous.list(ann)).most).toBe(3);
  });

  test(`${name}: [REN-4] others are counted without the member, by pool, those of the circle only with the circle`, async () => {
    const { noon, rendezvous, member, circles } = bed();
    const [ann, ben, cay, dee] = [await member(), await member(), await member(), await member()];
    const at = noon + 4 * quarter;
    circles.set(ann, new Set([ben]));
    for (const each of [ann, ben, cay]) await rendezvous.make(each, at, 'myCircle');
    await rendezvous.make(dee, at, 'anyone');
    const others = async (id: string) => (await rendezvous.list(id)).rendezvous.map((each) => each.others);
    expect([await others(ann), await others(cay), await others(dee)]).toEqual([[1], [0], [0]]);
    expect(await rendezvous.offers(dee, 'anyone')).not.toContainEqual(expect.objectContaining({ startsAt: at }));
    expect(await rendezvous.offers(await member(), 'anyone')).toContainEqual({ startsAt: at, others: 1 });
  });

  test(`${name}: [REN-4] those from whom a member is separated are not counted, nor those who cannot connect any more`, async () => {
    const { noon, clock, rendezvous, member, separations, startsOf } = bed();
    const [ann, ben, cay] = [await member(), await member(), await member()];
    const at = noon + 4 * quarter;
    for (const each of [ann, ben, cay]) await rendezvous.make(each, at, 'anyone');
    separations.set(ann, [ben]);
    expect(await rendezvous.list(ann)).toMatchObject({ rendezvous: [{ others: 1 }] });
    expect(await rendezvous.list(cay)).toMatchObject({ rendezvous: [{ others: 2 }] });
    await rendezvous.withdraw(cay);
    expect([await startsOf(cay), await startsOf(ben)]).toEqual([[], [60]]);
    expect(await rendezvous.list(ann)).toMatchObject({ rendezvous: [{ others: 0 }] });
    // What was missed before stays missed.
    await clock.advance(4 * quarter + rendezvousWindow);
    await rendezvous.withdraw(ben);
    expect((await rendezvous.export(ben)).rendezvous).toHaveLength(1);
  });

  test(`${name}: [REN-1] a quarter that was taken in another pool is refused`, async () => {
    const { noon, rendezvous, member, code } = bed();
    const ann = await member();
    await rendezvous.make(ann, noon + quarter, 'anyone');
    expect(await code(rendezvous.make(ann, noon + quarter, 'myCircle'))).toBe('quarter_invalid');
    expect((await rendezvous.list(ann)).rendezvous).toMatchObject([{ poolType: 'anyone' }]);
  });

  test(`${name}: [REN-6] of more members than one statement claims, all are called`, async () => {
    const { noon, clock, rendezvous } = bed();
    const ids = Array.from({ length: claimBatch + 1 }, () => randomUUID());
    const { pool } = database();
    await pool.query(
      `insert into account (id, email, email_key, name, created_at) select id, id, id, 'A', now() from unnest($1::uuid[]) as id`,
      [ids],
    );
    await pool.query(
      `insert into rendezvous (id, account_id, starts_at, pool_type, chosen_at)
       select gen_random_uuid(), id, $2, 'anyone', $3 from unnest($1::uuid[]) as id`,
      [ids, new Date(noon + quarter), new Date(noon)],
    );
    await clock.advance(quarter);
    expect(await due(rendezvous)).toHaveLength(claimBatch + 1);
  });

  test(`${name}: [REN-5] a member comes by connecting within three minutes, in that pool and no other`, async () => {
    for (const [offset, poolType, came] of [
      [-rendezvousWindow, 'anyone', true],
      [-rendezvousWindow - 1, 'anyone', false],
      [rendezvousWindow, 'anyone', true],
      [0, 'myCircle', false],
    ] as const) {
      const { noon, clock, rendezvous, member } = bed();
      const [ann, ben] = [await member(), await member()];
      for (const each of [ann, ben]) await rendezvous.make(each, noon + quarter, 'anyone');
      await clock.advance(quarter + offset);
      await rendezvous.connected(ann, poolType);
      const exported = await rendezvous.export(ann);
      expect(exported.rendezvous[0]?.cameAt !== null, `${offset} ${poolType}`).toBe(came);
      expect((await rendezvous.export(ben)).rendezvous[0]?.cameAt).toBeNull();
    }
  });

  test(`${name}: [REN-6] two minutes before, each member is called once, by one of two processes; who has come is not`, async () => {
    const { noon, clock, rendezvous, other, member } = bed();
    const [ann, ben] = [await member(), await member()];
    for (const each of [ann, ben]) await rendezvous.make(each, noon + quarter, 'anyone');
    await clock.advance(quarter - 2 * minute - 1);
    expect(await due(rendezvous)).toEqual([]);
    await clock.advance(1);
    const called = (await Promise.all([due(rendezvous), due(other)])).flat();
    expect(called.map(({ accountId, news }) => [accountId, news]).toSorted()).toEqual(
      [
        [ann, 'call'],
        [ben, 'call'],
      ].toSorted(),
    );
    expect(await due(rendezvous)).toEqual([]);
    const cay = await member();
    await rendezvous.make(cay, noon + 2 * quarter, 'anyone');
    await clock.advance(quarter - minute);
    await rendezvous.connected(cay, 'anyone');
    expect(await due(rendezvous)).toEqual([]);
  });

  test(`${name}: [REN-6] a call that is given back is made by a later sweep; one that was kept or moved no longer stands`, async () => {
    const { noon, clock, rendezvous, member } = bed();
    const ann = await member();
    await rendezvous.make(ann, noon + quarter, 'anyone');
    await clock.advance(quarter - minute);
    const [call] = await due(rendezvous);
    if (!call) throw new Error('nothing is due');
    const { id } = call;
    expect([await rendezvous.isStillDue(id, noon + quarter), await rendezvous.isStillDue(id, noon)]).toEqual([true, false]);
    await rendezvous.release({ ...call, startsAt: noon + 2 * quarter });
    expect(await due(rendezvous)).toEqual([]);
    await rendezvous.release(call);
    expect(await due(rendezvous)).toMatchObject([{ id }]);
    await rendezvous.connected(ann, 'anyone');
    expect(await rendezvous.isStillDue(id, noon + quarter)).toBe(false);
    await rendezvous.release(call);
    expect(await due(rendezvous)).toEqual([]);
  });

  test(`${name}: [REN-6] nobody is called for what has been over for three minutes`, async () => {
    for (const [late, called] of [
      [rendezvousWindow - 1, 1],
      [rendezvousWindow, 0],
    ] as const) {
      const { noon, clock, rendezvous, member } = bed();
      await rendezvous.make(await member(), noon + quarter, 'anyone');
      await clock.advance(quarter + late);
      expect(await due(rendezvous), `${late}`).toHaveLength(called);
    }
  });

  test(`${name}: [REN-7] a quarter before, who is alone is offered where others are; moved, they are called there`, async () => {
    const { noon, clock, rendezvous, member, startsOf } = bed();
    const [ann, ben, cay] = [await member(), await member(), await member()];
    await rendezvous.make(ann, noon + 2 * quarter, 'anyone');
    for (const each of [ben, cay]) await rendezvous.make(each, noon + 6 * quarter, 'anyone');
    // Sooner, but with fewer.
    await rendezvous.make(await member(), noon + 4 * quarter, 'anyone');
    await clock.advance(quarter);
    const instead = { startsAt: noon + 6 * quarter, others: 2 };
    expect(await due(rendezvous)).toMatchObject([{ accountId: ann, news: 'alone', instead }]);
    expect(await due(rendezvous)).toEqual([]);
    const [own] = (await rendezvous.list(ann)).rendezvous;
    await rendezvous.move(ann, own?.id ?? '', instead.startsAt);
    expect(await startsOf(ann)).toEqual([90]);
    await clock.advance(5 * quarter - 2 * minute);
    const called = await due(rendezvous);
    expect(called.filter(({ accountId }) => accountId === ann)).toMatchObject([{ news: 'call', startsAt: instead.startsAt }]);
  });

  test(`${name}: [REN-7] nothing is said to those who are not alone, have nowhere to go, or have just chosen`, async () => {
    const { noon, clock, rendezvous, member } = bed();
    const [ann, ben, cay, dee] = [await member(), await member(), await member(), await member()];
    for (const each of [ann, ben]) await rendezvous.make(each, noon + 2 * quarter, 'anyone');
    await clock.advance(quarter);
    expect(await due(rendezvous)).toEqual([]);
    await rendezvous.make(cay, noon + 3 * quarter, 'anyone');
    await clock.advance(quarter + 10 * minute);
    await due(rendezvous);
    await rendezvous.make(dee, noon + 3 * quarter + quarter, 'anyone');
    await clock.advance(1);
    expect((await due(rendezvous)).filter(({ news }) => news === 'alone')).toEqual([]);
  });

  test(`${name}: [REN-7] that a member is alone is said 60 s before the call at the latest, and again if it could not be said`, async () => {
    for (const [before, isSaid] of [
      [3 * minute + 1, true],
      [3 * minute, false],
    ] as const) {
      const { noon, clock, rendezvous, member } = bed();
      await rendezvous.make(await member(), noon + 8 * quarter, 'anyone');
      await rendezvous.make(await member(), noon + 4 * quarter, 'anyone');
      await clock.advance(4 * quarter - before);
      const [said] = await due(rendezvous);
      expect(said !== undefined, `${before} ms`).toBe(isSaid);
      if (said) await rendezvous.release(said);
      expect(await due(rendezvous), `${before} ms`).toHaveLength(isSaid ? 1 : 0);
    }
  });

  test(`${name}: [REN-7] a member who has chosen later than a quarter of an hour before has seen that they are alone`, async () => {
    for (const [late, isSaid] of [
      [0, true],
      [1, false],
    ] as const) {
      const { noon, clock, rendezvous, member } = bed();
      await rendezvous.make(await member(), noon + 4 * quarter, 'anyone');
      await clock.advance(late);
      await rendezvous.make(await member(), noon + quarter, 'anyone');
      expect(await due(rendezvous), `${late} ms`).toHaveLength(isSaid ? 1 : 0);
    }
  });

  test(`${name}: [REN-3] foreign, unknown and past ones can be neither moved nor cancelled`, async () => {
    const { noon, clock, rendezvous, member, code, startsOf } = bed();
    const [ann, eve] = [await member(), await member()];
    for (const quarters of [1, 2]) await rendezvous.make(ann, noon + quarters * quarter, 'anyone');
    const [{ id = '' } = {}] = (await rendezvous.list(ann)).rendezvous;
    expect(await code(rendezvous.move(eve, id, noon + 3 * quarter))).toBe('not_found');
    expect(await code(rendezvous.move(ann, 'no such', noon + 3 * quarter))).toBe('not_found');
    expect(await code(rendezvous.move(ann, id, noon + 1))).toBe('quarter_invalid');
    expect(await code(rendezvous.move(ann, id, noon + 2 * quarter))).toBe('quarter_invalid');
    await rendezvous.cancel(eve, id);
    await rendezvous.cancel(ann, 'no such');
    expect(await startsOf(ann)).toEqual([15, 30]);
    await clock.advance(quarter + rendezvousWindow);
    await rendezvous.cancel(ann, id);
    expect(await code(rendezvous.move(ann, id, noon + 3 * quarter))).toBe('not_found');
    expect((await rendezvous.export(ann)).rendezvous).toHaveLength(2);
  });
});
