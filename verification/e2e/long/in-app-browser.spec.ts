import type { BrowserContext } from '@playwright/test';
import { Person } from '../src/person.ts';
import { expect, type Stage, story } from '../src/stage.ts';

const agents = {
  chatting:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 400.0',
  webView:
    'Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36',
} as const;

const inApp = 'This page is shown inside another application, which cannot share video.';
const unsupported = 'This browser cannot share video, which a minute needs.';

const withoutCamera = async (context: BrowserContext) => {
  await context.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
};
const withoutConnections = async (context: BrowserContext) => {
  await context.addInitScript(() => {
    delete (window as { RTCPeerConnection?: unknown }).RTCPeerConnection;
  });
};

let people = 0;

async function arrive(
  stage: Stage,
  userAgent: string | undefined,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Person> {
  const context = await stage.red.newContext({ locale: 'en-GB', permissions: ['camera'], ...(userAgent && { userAgent }) });
  return Person.inContext(context, stage.server.origin, `Unable${++people}`, { prepare });
}

const unable = [
  ['inside a social network', agents.chatting, withoutCamera, inApp],
  ['in a web view of Android', agents.webView, withoutConnections, inApp],
  ['in a browser without peer connections', undefined, withoutConnections, unsupported],
  ['in a browser without a camera', undefined, withoutCamera, unsupported],
] as const;

for (const [where, agent, prepare, notice] of unable)
  story(
    `[WEB-19] ${where}, the visitor reads it on the start page and in the lobby, and Connect is disabled`,
    async ({ stage }) => {
      const ann = await arrive(stage, agent, prepare);
      await expect(ann.page.getByText(notice)).toBeVisible();
      await ann.enter();
      await expect(ann.page.getByText(notice)).toBeVisible();
      await expect(ann.page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
      await ann.context.close();
    },
  );

story('[WEB-19] a member whose browser cannot share video cannot invite anybody', async ({ stage }) => {
  const ann = await arrive(stage, undefined, withoutConnections);
  await ann.enter();
  await expect(ann.page.getByText(unsupported)).toBeVisible();
  await expect(ann.page.getByRole('button', { name: 'Invite somebody to a minute' })).toBeDisabled();
  await ann.context.close();
});

// A link is sent in a message, and opened inside the application in which the message was read.
story(
  '[WEB-19] inside a social network, a guest who opens a link reads it, and Connect is disabled',
  async ({ stage, person }) => {
    const host = await person('blue', 'Host');
    await host.enter();
    const link = await host.invite();
    const guest = await arrive(stage, agents.chatting, withoutCamera);
    await guest.page.goto(link);
    await expect(guest.page.getByRole('heading', { name: / invites you to a minute$/ })).toBeVisible();
    await expect(guest.page.getByText(inApp)).toBeVisible();
    await expect(guest.page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
    await guest.context.close();
  },
);

story('[WEB-19] inside another application that can share video, Connect works', async ({ stage }) => {
  const ann = await arrive(stage, agents.webView, async () => {});
  await ann.enter();
  await expect(ann.page.getByText(inApp)).toBeHidden();
  await ann.press('Connect');
  await ann.is('firstTimeGuidance');
  await ann.context.close();
});
