import { test as base } from '@playwright/test';
import { contentFolder } from '@unspoken/testing/content/folder';
import { findTurnServer } from '../../../tools/programs.mjs';
import { connectIn, experienceDurations, subscribe } from '../src/experiences.ts';
import { admin, type RunningServer } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { type RunningTurnServer, startTurnServer } from '../src/turn-server.ts';

base.skip(!findTurnServer(), 'coturn is not installed');

const minute = 60_000;
const connection = 12 * minute;
let turn: RunningTurnServer;
/** The credentials live as long as they do in production. */
const story = storiesWith({ ...experienceDurations, frameTimeout: 15_000 }, async () => {
  turn = await startTurnServer();
  const environment = { TURN_URLS: `turn:127.0.0.1:${turn.port}?transport=udp`, TURN_SECRET: turn.secret, RELAY: 'always' };
  return { environment, close: () => turn.stop() };
});

/** An experience of twelve minutes with a word every minute, and a microphone at its end. */
async function importLong(server: RunningServer): Promise<void> {
  const folder = await contentFolder();
  const said = (text: string) => ({ en: text, de: text });
  await folder.write('longone', {
    script: {
      ...{ name: said('Long one'), introDuration: 4_000, connectionDuration: connection, introTextInstructions: [] },
      userAudioChanges: [
        { time: connection - 30_000, user1Audio: 'on', user2Audio: 'off' },
        { time: connection - 10_000, user1Audio: 'off', user2Audio: 'off' },
      ],
      textInstructions: Array.from({ length: 11 }, (_, i) => {
        const text = said(`Minute ${i + 1}.`);
        return { time: i === 0 ? 5_000 : i * minute, user1Instruction: text, user2Instruction: text };
      }),
    },
  });
  await admin(server, 'experiences', 'import', folder.path);
  await folder.remove();
}

story(
  '[SIDE-50] [SIDE-55] a relayed experience of twelve minutes outlives its credentials and a lost relay',
  async ({ person, stage }) => {
    story.setTimeout(connection + 3 * minute);
    await importLong(stage.server);
    const here = { member: true, microphone: true } as const;
    const [ann, ben] = await Promise.all([person('red', 'Ann', here), person('blue', 'Ben', here)]);
    await subscribe(stage.server, ann, ben);
    await connectIn(ann, 'Long one');
    await ann.is('waiting');
    await connectIn(ben, 'Long one');
    await Promise.all([ann.start(), ben.start()]);
    await Promise.all([ann.is('connected', 30_000), ben.is('connected', 30_000)]);
    const begun = Date.now();
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await ann.page.waitForTimeout(10.5 * minute);
    // The credentials of the beginning have expired; the allocations they were for live on.
    await Promise.all([ann.seesMovement(), ben.seesMovement()]);
    await turn.stop();
    turn = await startTurnServer(turn.port);
    await expect(ann.page.getByText('Their connection is interrupted.')).toBeVisible({ timeout: 10_000 });
    await expect(ann.page.getByText('Their connection is interrupted.')).toBeHidden({ timeout: 14_000 });
    await Promise.all([ann.seesMovement(), ben.seesMovement()]);
    await expect(ann.page.getByTestId('microphone')).toHaveAttribute('data-on', 'true', { timeout: 90_000 });
    await Promise.all([ann.is('digesting', 90_000), ben.is('digesting', 90_000)]);
    expect(Math.abs(Date.now() - begun - connection - 5_000)).toBeLessThan(8_000);
    for (const each of [ann, ben]) expect((await each.counters()).completedMinutes).toBe(1);
  },
);
