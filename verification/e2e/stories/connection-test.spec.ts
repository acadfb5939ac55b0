import { test as base } from '@playwright/test';
import { findTurnServer } from '../../../tools/programs.mjs';
import { long } from '../src/long.ts';
import { axeFinds } from '../src/obstacles.ts';
import type { Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { startTurnServer } from '../src/turn-server.ts';

base.skip(!findTurnServer(), 'coturn is not installed');

const story = storiesWith(shortDurations, async () => {
  const turn = await startTurnServer();
  const at = `turn:127.0.0.1:${turn.port}`;
  const urls = [at, `${at}?transport=tcp`, `turns:localhost:${turn.tlsPort}?transport=tcp`];
  const environment = { TURN_URLS: urls.join(), TURN_SECRET: turn.secret };
  return { environment, close: () => turn.stop() };
});

const rows = (person: Person): Promise<Record<string, string>> =>
  person.page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => [dataset.row, dataset.state]),
    ),
  );

story('[WEB-20] a member tests camera, socket and every way to another machine', long, async ({ person }) => {
  const ann = await person('red', 'Ann');
  await ann.enter();
  await ann.context.grantPermissions(['camera', 'clipboard-read', 'clipboard-write']);
  await ann.goto('/testing/testrtc');
  await ann.press('Start the test');
  await expect(ann.page.getByText('Everything works.')).toBeVisible({ timeout: 60_000 });
  const { microphone, ...found } = await rows(ann);
  expect(['good', 'absent']).toContain(microphone);
  expect(found).toEqual({
    browser: 'good',
    camera: 'good',
    server: 'good',
    socket: 'good',
    direct: 'good',
    relayUdp: 'good',
    relayTcp: 'good',
    relayTls: 'good',
  });
  await ann.press('Copy the report');
  const report = await ann.page.evaluate(() => navigator.clipboard.readText());
  expect(report).toMatch(/relayUdp: good \(\d+ ms, RTT [\d.]+ ms, \d+ %, [\d.]+ Mbit\/s\)/);
  expect(report).toContain('verdict: good');
  expect(report).not.toContain(ann.email);
  expect((await ann.asked()).every(({ audio }) => !audio)).toBe(true);
  expect(await axeFinds(ann.page)).toEqual([]);
});

story('[WEB-20] a visitor without a camera sees what is wrong, and which tests need an account', async ({ person }) => {
  const ann = await person('red', 'Ann', { camera: false });
  await ann.goto('/testing/testrtc');
  await ann.press('Start the test');
  await expect(ann.page.getByText('Your camera could not be opened.')).toBeVisible({ timeout: 30_000 });
  expect(await rows(ann)).toMatchObject({ camera: 'bad', direct: 'good', socket: 'signIn', relayUdp: 'signIn' });
});

story('[WEB-19] a visitor whose browser cannot share video sees a notice before signing in', async ({ person }) => {
  const ann = await person('red', 'Ann');
  await ann.page.addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'));
  await ann.page.reload();
  await expect(ann.page.getByText('This browser cannot share video')).toBeVisible();
  await ann.enter();
  await expect(ann.page.getByText('This browser cannot share video')).toBeVisible();
  await expect(ann.page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
});

story('[WEB-19] each cause of a camera failure has its own message', long, async ({ person }) => {
  const ben = await person('blue', 'Ben');
  await ben.enter();
  for (const [name, title] of [
    ['NotFoundError', 'No camera was found'],
    ['NotReadableError', 'The camera is in use'],
    ['OverconstrainedError', 'The camera cannot be used'],
  ] as const) {
    const ann = await person('red', 'Ann');
    await ann.page.addInitScript((failure) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', failure));
    }, name);
    await ann.enter();
    await ann.connect();
    await ben.connect();
    await expect(ann.page.getByRole('heading', { name: title })).toBeVisible({ timeout: 15_000 });
    await ben.is('present');
  }
});

const blocked = storiesWith(shortDurations, async () => ({
  // Nothing listens on this port.
  environment: { TURN_URLS: 'turns:localhost:9?transport=tcp', TURN_SECRET: 'a secret for stories only, long' },
  close: async () => {},
}));

blocked.describe('behind a network that blocks the relay', () => {
  blocked('[WEB-20] a member sees that the relay is blocked', long, async ({ person }) => {
    const ann = await person('red', 'Ann');
    await ann.enter();
    await ann.goto('/testing/testrtc');
    await ann.press('Start the test');
    await expect(ann.page.locator('[data-row="relayTls"]')).toHaveAttribute('data-state', 'bad', { timeout: 60_000 });
    await expect(ann.page.getByText('No route to another device was found.')).toBeVisible();
  });
});
