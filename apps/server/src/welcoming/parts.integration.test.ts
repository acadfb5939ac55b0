import { hostingOf } from '@unspoken/testing/hosting';
import { encountered, moderatorOf } from '@unspoken/testing/moderation';
import { type WelcomingBeside, welcomingBeside } from '@unspoken/testing/welcoming';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let [ada, newcomer, met, welcomer]: Member[] = [];
let [beside, without]: WelcomingBeside[] = [];
beforeAll(async () => {
  world = await startWorld();
  world.stopClock();
  ada = await moderatorOf(world, 'Ada Admin', 'admin');
  newcomer = await world.member('New');
  met = await world.member('Met');
  welcomer = await hostingOf(world).experienced('Welcomer', 20);
  beside = await welcomingBeside(world);
  without = await welcomingBeside(world, { ADDITIONS: 'window,veil' });
});
afterAll(async () => {
  await beside?.close();
  await without?.close();
  await world.close();
});

const partOf = (member: Member | undefined, of = beside) => of?.partOf(member as Member);
const call = (path: string, token = welcomer?.token) => world.call(`/api/v1/welcoming/${path}`, { token, method: 'POST' });
const approve = async () => {
  await call('ask');
  const body = { personID: welcomer?.userId as string, decision: 'approve' };
  expect((await world.call('/api/v1/office/welcomers/decide', { token: ada?.token, body })).status).toBe(200);
};

test('[WEL-6] nothing is said of anybody while nobody is approved; the first approval is noticed after five seconds, and the last end too', async () => {
  await call('ask');
  const parts = () => Promise.all([newcomer, met, welcomer].map((member) => partOf(member)));
  expect(await parts()).toEqual([undefined, undefined, undefined]);
  await approve();
  world.advance(4_999);
  expect(await parts()).toEqual([undefined, undefined, undefined]);
  world.advance(1);
  expect(await parts()).toEqual([{ isNew: true }, { isNew: true }, { welcomes: true }]);
  // The end of one welcomer is known at once, and that there is none after five seconds.
  await call('withdraw');
  expect(await parts()).toEqual([{ isNew: true }, { isNew: true }, {}]);
  world.advance(5_000);
  expect(await parts()).toEqual([undefined, undefined, undefined]);
});

test('[WEL-6] with one completed minute nobody is new, on whichever side they were, also when the record is gone', async () => {
  await approve();
  world.advance(5_000);
  const [first, second, former] = [await world.member('First'), await world.member('Second'), await world.member('Former')];
  await encountered(world, first, second);
  await world.query('insert into encounter_total (account_id, completed_minutes) values ($1, 1)', [former.userId]);
  expect(await Promise.all([first, second, former].map((member) => partOf(member)))).toEqual([{}, {}, {}]);
  // An encounter that was ended early is no completed minute.
  const [hasty, other] = [await world.member('Hasty'), await world.member('Other')];
  await world.query('update encounter set completed = false where room_id = $1', [await encountered(world, hasty, other)]);
  await world.query('insert into encounter_total (account_id, completed_minutes) values ($1, 0)', [hasty.userId]);
  expect(await Promise.all([hasty, other].map((member) => partOf(member)))).toEqual([{ isNew: true }, { isNew: true }]);
});

test('[WEL-6] an installation without welcomers has none, and no calls about them', async () => {
  expect(await partOf(welcomer)).toEqual({ welcomes: true });
  expect([await partOf(welcomer, without), await partOf(newcomer, without)]).toEqual([undefined, undefined]);
  expect(await without?.isWelcomer(welcomer as Member)).toBe(false);
  const bare = await startWorld({ ADDITIONS: 'none' });
  try {
    const member = await hostingOf(bare).experienced('Bare', 20);
    const admin = await moderatorOf(bare, 'Bare Admin', 'admin');
    const answers = await Promise.all([
      bare.call('/api/v1/welcoming', { token: member.token }),
      bare.call('/api/v1/welcoming/ask', { token: member.token, method: 'POST' }),
      bare.call('/api/v1/welcoming/withdraw', { token: member.token, method: 'POST' }),
      bare.call('/api/v1/office/welcomers', { token: admin.token }),
      bare.call('/api/v1/office/welcomers/decide', {
        ...{ token: admin.token, body: { personID: member.userId, decision: 'approve' } },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await bare.query('select 1 from welcoming')).toEqual([]);
  } finally {
    await bare.close();
  }
});
