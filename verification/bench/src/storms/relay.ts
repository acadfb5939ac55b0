import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { startTurnServer } from '@unspoken/e2e/turn-server';
import { build } from 'vite';
import { findChromium, findHeadlessShell } from '../../../../tools/programs.mjs';
import type { SideReport } from './relay-page.ts';

export interface RelayRestart {
  readonly encounters: number;
  /** Encounters in which both sides saw frames again. */
  readonly recovered: number;
  /** For each recovered side: from the end of the relay until the first frame after it, ms. */
  readonly gaps: readonly number[];
  /** Sides that opened a new connection, beside those that found a new path. */
  readonly replaced: number;
  /** How long no relay ran, ms. */
  readonly away: number;
}

interface RelayPage {
  begin(setups: readonly object[]): void;
  flowing(): number;
  report(): SideReport[];
}
const of = <Answer>(page: Page, act: (page: RelayPage) => Answer): Promise<Answer> =>
  page.evaluate(`(${act})(window)`) as Promise<Answer>;

/** How long encounters have to begin, ms. */
const patience = 120_000;
const calm = 5_000;
/** How many encounters begin together. */
const atOnce = 10;
/** Longer than any encounter goes on without a picture. */
const watched = 25_000;

async function program(): Promise<string> {
  const entry = new URL('./relay-page.ts', import.meta.url).pathname;
  const built = await build({
    ...{ configFile: false, logLevel: 'error', publicDir: false },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'relayed', fileName: 'relayed' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('the page was not built');
  return output.output[0].code;
}

/** Encounters run over a relay in several pages of one browser; the relay is ended and started again on its port. */
export async function restartRelay(encounters: number, pages: number): Promise<RelayRestart> {
  const code = await program();
  let relay = await startTurnServer();
  const { port, secret } = relay;
  const browser = await chromium.launch({
    executablePath: findHeadlessShell() ?? findChromium() ?? '',
    args: ['--allow-loopback-in-peer-connection'],
  });
  try {
    const expires = Math.floor(Date.now() / 1_000) + 600;
    const setupOf = (id: string) => {
      const username = `${expires}:${id}`;
      const credential = createHmac('sha1', secret).update(username).digest('base64');
      return { iceServers: [{ urls: [`turn:127.0.0.1:${port}?transport=udp`], username, credential }], relayOnly: true };
    };
    const opened: Page[] = [];
    for (let nth = 0; nth < pages; nth++) {
      const page = await browser.newPage();
      await page.addScriptTag({ content: code });
      opened.push(page);
    }
    const flowing = async () => {
      let sum = 0;
      for (const page of opened) sum += await of(page, (page) => page.flowing());
      return sum;
    };
    // A few at a time: all at once would be a storm of another kind.
    for (let begun = 0; begun < encounters; begun += atOnce) {
      const until = Date.now() + patience;
      for (let nth = begun; nth < Math.min(begun + atOnce, encounters); nth++) {
        const setups = [setupOf(`${nth}-1`), setupOf(`${nth}-2`)];
        await opened[nth % pages]?.evaluate((setups) => (window as unknown as RelayPage).begin(setups), setups);
      }
      const expected = 2 * Math.min(begun + atOnce, encounters);
      while ((await flowing()) < expected) {
        if (Date.now() > until) throw new Error(`only ${await flowing()} of ${expected} sides see a picture`);
        await wait(250);
      }
    }
    await wait(calm);
    await relay.stop();
    const endedAt = Date.now();
    relay = await startTurnServer(port);
    const away = Date.now() - endedAt;
    await wait(watched);
    const sides = (await Promise.all(opened.map((page) => of(page, (page) => page.report())))).flat();
    // The last frames that were on their way count for nothing: a frame after the relay was back does.
    const back = sides.map(({ frames, failedAt }) =>
      failedAt === undefined ? frames.find((at) => at > endedAt + 1_000) : undefined,
    );
    const isBack = (side: number) => back[side] !== undefined;
    return {
      encounters,
      recovered: Array.from({ length: encounters }, (_, i) => isBack(2 * i) && isBack(2 * i + 1)).filter(Boolean).length,
      gaps: back.flatMap((at) => (at === undefined ? [] : [at - endedAt])),
      replaced: sides.filter(({ connections }) => connections > 1).length,
      away,
    };
  } finally {
    await browser.close();
    await relay.stop();
  }
}
