import type { PresenceCounts } from '@unspoken/contract/presence';
import { type ContentFolder, contentFolder } from '@unspoken/testing/content/folder';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer } from '../commands/admin.ts';

let content: ContentFolder;
let world: World;
beforeAll(async () => {
  content = await contentFolder();
  await content.write('threequestions');
  await content.write('notyet', { status: 'beta' });
  world = await startWorld({ CONTENT_DIR: content.path });
});
afterAll(async () => {
  await world.close();
  await content.remove();
});

test('[PRE-10] a tab behind another page is not counted, and is when it is shown again', async () => {
  const ann = await world.member('Ann behind');
  const socket = await ann.socket();
  const general = async () => ((await world.call('/api/v1/presencecount')).body as PresenceCounts).general;
  await socket.hears<PresenceCounts>('newPeopleCount', (heard) => heard.general === 1);
  for (const [state, counted] of [
    ['hidden', 0],
    ['present', 1],
  ] as const) {
    expect(await socket.emit('presence', { state })).toEqual({ ok: true });
    await expect.poll(general).toBe(counted);
  }
  socket.close();
  await expect.poll(general).toBe(0);
});

test('[PRE-6] a member who waits for an experience in production is counted, one who waits for a beta is not', async () => {
  const counts = async () => (await world.call('/api/v1/presencecount')).body as PresenceCounts;
  const nobody = {
    ...{ general: 0, myCircle: 0 },
    ...{ 'oneminute:anyone': 0, 'oneminute:myCircle': 0, 'threequestions:anyone': 0, 'threequestions:myCircle': 0 },
  };
  expect(await counts()).toEqual(nobody);
  const { email, userId, ...ann } = await world.member('Ann');
  for (const command of ['gift', 'beta']) await administer([command, email], { ...process.env, ...world.environment });
  await world.query('update account set guidance_accepted_at = now() where id = $1', [userId]);
  const socket = await ann.socket();
  const wait = (experienceType: string, clickID: string, poolType = 'anyone') =>
    socket.emit('connectClick', { experienceType, poolType, clickID });
  expect(await wait('notyet', 'a')).toEqual({ ok: true });
  await socket.hears<PresenceCounts>('newPeopleCount', ({ general }) => general === 1);
  expect(await counts()).toEqual({ ...nobody, general: 1 });
  await socket.emit('cancelClick', { experienceType: 'notyet', poolType: 'anyone', clickID: 'a' });
  expect(await wait('threequestions', 'b')).toEqual({ ok: true });
  await socket.hears<PresenceCounts>('newPeopleCount', (heard) => heard['threequestions:anyone'] === 1);
  expect(await counts()).toEqual({ ...nobody, general: 1, 'threequestions:anyone': 1 });
  socket.close();
});
