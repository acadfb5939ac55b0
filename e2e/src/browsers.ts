import { type Browser, chromium, firefox } from '@playwright/test';
import { findChromium, findFirefox } from '../../tools/programs.mjs';
import { type Colour, pictureFile } from './pictures.ts';

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

const launch = (args: readonly string[] = []): Promise<Browser> => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium or Chrome is installed');
  return chromium.launch({ executablePath, args: [...quiet, ...args] });
};

/** A browser whose camera shows a moving picture of this colour. The picture belongs to the whole browser process. */
export async function launchWithPicture(colour: Colour): Promise<Browser> {
  const drawing = await launch();
  const picture = await pictureFile(drawing, colour);
  await drawing.close();
  return launch([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${picture}`,
    '--allow-loopback-in-peer-connection',
  ]);
}

/** A browser with two cameras, which show what the browser draws for them. */
export const launchWithTwoCameras = (): Promise<Browser> =>
  launch(['--use-fake-device-for-media-stream=device-count=2', '--allow-loopback-in-peer-connection']);

/** Firefox, with a camera of its own whose picture runs through all colours. Its permission is never asked for. */
export function launchFirefox(): Promise<Browser> {
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
    },
  });
}
