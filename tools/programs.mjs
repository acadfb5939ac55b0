import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const places = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of Chromium without windows (Debian's package), or undefined. */
export const findHeadlessShell = () => ['/usr/bin/chromium-headless-shell'].find((place) => existsSync(place));

/** The path of an installed Chromium or Chrome, or undefined. */
export const findChromium = () => places.find((place) => place && existsSync(place));

/** The path of an installed Firefox that the stories can drive, or undefined. */
export const findFirefox = () => ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((place) => existsSync(place));

/** The folder of PostgreSQL's programs, of the newest version that is installed, or undefined. */
export const findPostgres = () => {
  for (const place of ['/usr/lib/postgresql', '/opt/homebrew/opt']) {
    const versions = existsSync(place) ? readdirSync(place).filter((name) => /^(postgresql@)?\d+$/.test(name)) : [];
    const number = (name) => Number(name.replace('postgresql@', ''));
    for (const version of versions.sort((one, other) => number(other) - number(one)))
      if (existsSync(join(place, version, 'bin', 'initdb'))) return join(place, version, 'bin');
  }
  return undefined;
};

/** The path of coturn, the TURN server, or undefined. */
export const findTurnServer = () => ['/usr/bin/turnserver', '/opt/homebrew/bin/turnserver'].find((place) => existsSync(place));

/** The path of openssl, which makes the certificate of a relay in the stories, or undefined. */
export const findOpenSsl = () => ['/usr/bin/openssl', '/opt/homebrew/bin/openssl'].find((place) => existsSync(place));

/** The path of a Redis server, or of Valkey, which has the same protocol; or undefined. */
export const findRedis = () =>
  ['/usr/bin/redis-server', '/usr/bin/valkey-server', '/opt/homebrew/bin/redis-server'].find((place) => existsSync(place));

/** The path of the faketime library, which gives a program a wrong clock; or undefined. */
export const findFakeTime = () =>
  process.platform === 'linux'
    ? readdirSync('/usr/lib')
        .map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
        .find((place) => existsSync(place))
    : undefined;

/** The path of Docker Compose, which can read its files without an engine; or undefined. */
export const findCompose = () => ['/usr/bin/docker-compose', '/usr/local/bin/docker-compose'].find((place) => existsSync(place));

/** The path of Caddy, the shipped proxy; or undefined. */
export const findCaddy = () => ['/usr/bin/caddy', '/opt/homebrew/bin/caddy'].find((place) => existsSync(place));

const findTool = (name) => () => [`/usr/bin/${name}`].find((place) => existsSync(place));

/** What the walk with a screen reader runs on, by Debian package. */
export const readerPrograms = {
  orca: findTool('orca'),
  'at-spi2-core': () => ['/usr/libexec/at-spi-bus-launcher'].find((place) => existsSync(place)),
  'dbus-daemon': findTool('dbus-daemon'),
  openbox: findTool('openbox'),
  xdotool: findTool('xdotool'),
  xvfb: findTool('Xvfb'),
};
