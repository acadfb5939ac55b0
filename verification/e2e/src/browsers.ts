import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, firefox, type LaunchOptions } from '@playwright/test';
import { findChromium, findFirefox, findHeadlessShell } from '../../../tools/programs.mjs';
import { type CameraPicture, type Colour, pictureFile } from './pictures.ts';

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

const launch = (args: readonly string[] = [], executablePath = findChromium(), more: LaunchOptions = {}): Promise<Browser> => {
  if (!executablePath) throw new Error('no Chromium or Chrome is installed');
  return chromium.launch({ executablePath, args: [...quiet, ...args], ...more });
};

async function withPicture(shown: CameraPicture): Promise<readonly string[]> {
  const picture = await pictureFile(launch, shown);
  return [
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${picture}`,
    '--allow-loopback-in-peer-connection',
    // The relay of the stories has a self-signed certificate.
    '--ignore-certificate-errors',
  ];
}

/** A browser whose camera shows this moving picture. The picture is shared by the whole browser process. */
export const launchWithPicture = async (shown: CameraPicture): Promise<Browser> => launch(await withPicture(shown));

/** Such a browser with windows, on the desktop of a screen reader, whose environment it has. */
export const launchOnDesktop = async (shown: CameraPicture, environment: Readonly<Record<string, string>>): Promise<Browser> =>
  launch([...(await withPicture(shown)), '--force-renderer-accessibility'], findChromium(), {
    headless: false,
    env: { ...process.env, ...environment },
  });

/**
 * A browser without a camera and without windows, where it is installed: the same engine at two thirds of the processor time.
 * It plays no file as a camera, so encounters need a whole browser.
 */
export const launchWithoutCamera = (): Promise<Browser> => launch([], findHeadlessShell() ?? findChromium());

export interface OrdinaryBrowser {
  /** Its only profile. */
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/**
 * An ordinary browser with such a picture. In browsers that Playwright starts, every page counts as visible even in the
 * background; here a page whose tab is in the background is hidden and throttled.
 */
export async function launchOrdinary(colour: Colour): Promise<OrdinaryBrowser> {
  const program = findChromium();
  if (!program) throw new Error('no Chromium or Chrome is installed');
  const profile = await mkdtemp(join(tmpdir(), 'unspoken-profile-'));
  const started = spawn(
    program,
    [
      ...quiet,
      ...(await withPicture(colour)),
      ...['--headless=new', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
      ...['--lang=en-GB', '--accept-lang=en-GB', '--window-size=1280,900', 'about:blank'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const browser = await chromium.connectOverCDP(await debuggingAddress(started), { noDefaults: true });
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no profile');
  return {
    context,
    async close() {
      await browser.close();
      const ended = new Promise((resolve) => started.once('exit', resolve));
      started.kill('SIGTERM');
      if (started.exitCode === null) await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The debugging address that the browser prints at its start. */
const debuggingAddress = (started: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    started.once('exit', (code) => reject(new Error(`the browser ended with ${code} before it was up`)));
    started.stderr?.on('data', (text: Buffer) => {
      output += text;
      const address = /listening on (ws:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
  });

/** A browser with two fake cameras, which show the browser's own test picture. */
export const launchWithTwoCameras = (): Promise<Browser> =>
  launch(['--use-fake-device-for-media-stream=device-count=2', '--allow-loopback-in-peer-connection']);

/** Firefox with its own fake camera, whose picture cycles through all colours. It never asks for permission to use it. */
export function launchFirefox(preferences: Readonly<Record<string, string | number | boolean>> = {}): Promise<Browser> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('no Firefox is installed');
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'media.autoplay.default': 0,
      'media.peerconnection.ice.loopback': true,
      ...preferences,
    },
  });
}
