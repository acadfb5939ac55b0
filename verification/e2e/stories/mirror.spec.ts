import { long } from '../src/long.ts';
import { expect, story } from '../src/stage.ts';

/** Runs in the page before anything else: records every peer connection. */
const countConnections = () => {
  Object.assign(window, { connections: 0 });
  const Real = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Real {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      (window as unknown as { connections: number }).connections++;
    }
  };
};

story(
  '[WEB-98] a visitor tries a minute with their own face: no connection, nothing is sent, and it ends in Connect',
  async ({ person }) => {
    const { page } = await person('red', 'Mira', {
      prepare: async (context) => void (await context.addInitScript(countConnections)),
    });
    await page.getByRole('link', { name: 'Try it with your own face' }).click();
    await expect(page.getByText('Only you see this. The picture never leaves your device.')).toBeVisible();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
    });
    page.on('websocket', ({ url }) => void sent.push(url()));
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByTestId('self')).toBeVisible();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByText('Look into the lens.')).toBeVisible();
    await expect(page.getByRole('timer', { name: /left$/ })).toBeAttached();
    await expect(page.getByRole('heading', { name: 'It feels like this, and then somebody looks back.' })).toBeVisible();
    const cameras = () => page.evaluate(() => [...document.querySelectorAll('video')].filter((each) => each.srcObject).length);
    expect(await cameras()).toBe(0);
    expect(sent).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as { connections: number }).connections)).toBe(0);
    expect(await page.evaluate(() => (window as unknown as { asked: { audio?: unknown }[] }).asked)).toMatchObject([
      { audio: false },
    ]);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(new URL(page.url()).search).toBe('?auth=register');
  },
);

story('[WEB-98] a member stays present in the mirror, and can end it at once and connect', async ({ person }) => {
  const ann = await person('red', 'Ann', { prepare: async (context) => void (await context.addInitScript(countConnections)) });
  const emitted: string[] = [];
  ann.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void emitted.push(String(payload))));
  await ann.enter();
  await ann.page.getByRole('link', { name: 'Try it with your own face' }).click();
  await ann.press('Start');
  const before = emitted.length;
  await expect.poll(() => emitted.slice(before).some((each) => each.includes('"presence",{"state":"present"}'))).toBe(true);
  await ann.page.keyboard.press('Escape');
  expect(await ann.page.evaluate(() => (window as unknown as { connections: number }).connections)).toBe(0);
  await ann.press('Connect');
  await ann.is('firstTimeGuidance');
});

story('[WEB-98] [WEB-2] a camera that cannot be opened is explained', async ({ person }) => {
  const mira = await person('red', 'Mira', { camera: false });
  const { page } = mira;
  await page.getByRole('link', { name: 'Try it with your own face' }).click();
  await expect(page.getByRole('heading', { name: 'The camera was not allowed' })).toBeVisible();
  // In an insecure context a browser shows no devices at all.
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await page.goto(`${mira.origin}/mirror`);
  await expect(page.getByRole('heading', { name: 'This page may not use the camera' })).toBeVisible();
});

/** Runs in the page before anything else: its camera shows what `look` names. */
const pictureAsWished = () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  const view = window as unknown as { look: 'dark' | 'near' | 'still' | 'good' };
  view.look = 'dark';
  let turn = 0;
  setInterval(() => {
    turn = view.look === 'still' ? 0 : turn + 1;
    pen.fillStyle = { dark: 'rgb(12 12 16)', near: 'rgb(200 150 125)', still: 'rgb(90 120 160)', good: 'rgb(90 120 160)' }[
      view.look
    ];
    pen.fillRect(0, 0, 320, 240);
    pen.fillStyle = view.look === 'dark' ? 'rgb(18 18 24)' : 'rgb(205 155 130)';
    pen.fillRect(130 + 8 * Math.sin(turn / 3), 70, 60, 80);
  }, 100);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
};

story(
  '[WEB-99] too little light, a face too near, or a still picture brings up a hint before Start, and nothing leaves the device',
  long,
  async ({ person }) => {
    const { page } = await person('red', 'Mira', {
      prepare: async (context) => void (await context.addInitScript(pictureAsWished)),
    });
    const look = (each: string) => page.evaluate((wished) => void Object.assign(window, { look: wished }), each);
    await page.getByRole('link', { name: 'Try it with your own face' }).click();
    await expect(page.getByTestId('self')).toBeVisible();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    const hints = {
      dark: 'It is dark where you are. A little light on your face helps.',
      near: 'You are very near. Move back a little.',
      still: 'Nothing moves in your picture. Is the camera covered or frozen?',
    };
    for (const [each, hint] of Object.entries(hints)) {
      await look(each);
      await expect(page.getByRole('status').filter({ hasText: hint })).toBeVisible({ timeout: 12_000 });
      await look('good');
      await expect(page.getByText(hint)).toBeHidden();
    }
    expect(sent).toEqual([]);
  },
);
