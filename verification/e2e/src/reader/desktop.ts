import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { retry } from './retry.ts';
import { type Utterance, utterancesIn } from './utterances.ts';

/** A screen without a monitor on which a screen reader runs, and real keys. */
export interface Desktop {
  /** For programs that are to appear on it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Presses keys through the X server, as a keyboard does: `Tab`, `shift+Tab`, `KP_Add`. */
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Everything that the screen reader has said so far. */
  said(): readonly Utterance[];
  stop(): void;
}

/** Orca's settings: as it ships them, without the echo of keys, which would be most of a transcript. */
const preferences = {
  general: {
    enableKeyEcho: false,
    enableEchoByCharacter: false,
    enableEchoByWord: false,
    sayAllOnLoad: false,
    profile: ['Default', 'default'],
    startingProfile: ['Default', 'default'],
  },
  profiles: { default: { profile: ['Default', 'default'] } },
  pronunciations: {},
  keybindings: {},
};

/** Starts an X server, a session bus, a window manager and Orca. Throws if one of them does not come up. */
export async function startDesktop(): Promise<Desktop> {
  const home = mkdtempSync(join(tmpdir(), 'unspoken-reader-'));
  const [settings, speech] = [join(home, 'orca'), join(home, 'speech.jsonl')];
  mkdirSync(settings);
  mkdirSync(join(home, 'run'), { mode: 0o700 });
  writeFileSync(speech, '');
  writeFileSync(join(settings, 'user-settings.conf'), JSON.stringify(preferences));
  copyFileSync(join(import.meta.dirname, 'orca-customizations.py'), join(settings, 'orca-customizations.py'));
  const running: ChildProcess[] = [];
  const start = (program: string, args: readonly string[], env: NodeJS.ProcessEnv, output: 'pipe' | 'ignore' = 'ignore') => {
    // A group of its own, so that what a program has started ends with it.
    const child = spawn(program, args, { env, stdio: ['ignore', output, 'ignore'], detached: true });
    running.push(child);
    return child;
  };
  const stop = () => {
    process.off('exit', stop);
    for (const { pid } of running.reverse())
      try {
        if (pid) process.kill(-pid, 'SIGTERM');
      } catch {
        // It has ended already.
      }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', stop);
  try {
    const number = [97, 98, 99, 100, 101].find((each) => !existsSync(`/tmp/.X${each}-lock`));
    if (number === undefined) throw new Error('no display is free');
    const display = `:${number}`;
    start('Xvfb', [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], process.env);
    await retry(() => existsSync(`/tmp/.X11-unix/X${number}`), 'the X server did not start');
    const bus = start('dbus-daemon', ['--session', '--nofork', '--print-address'], { ...process.env, DISPLAY: display }, 'pipe');
    const address = await new Promise<string>((resolve, reject) => {
      bus.once('exit', () => reject(new Error('the session bus did not start')));
      bus.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()));
    });
    const environment = {
      DISPLAY: display,
      DBUS_SESSION_BUS_ADDRESS: address,
      XDG_RUNTIME_DIR: join(home, 'run'),
      HOME: home,
      UNSPOKEN_SPEECH: speech,
    };
    const env = { ...process.env, ...environment };
    start('openbox', [], env);
    const debug = process.env.ORCA_DEBUG_FILE ? ['--debug-file', process.env.ORCA_DEBUG_FILE] : [];
    start('orca', ['--replace', '--user-prefs', settings, ...debug], env);
    const said = () => utterancesIn(readFileSync(speech, 'utf8'));
    await retry(() => said().some(({ text }) => text.startsWith('Screen reader on')), 'Orca did not start');
    const tool = (...args: string[]) => promisify(execFile)('xdotool', args, { env }).then(() => undefined);
    return {
      environment,
      press: (...keys) => tool('key', '--clearmodifiers', '--delay', '60', ...keys),
      type: (text) => tool('type', '--delay', '25', text),
      said,
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** The versions of what reads and shows, as their packages say. */
export const versions = (): string =>
  execFileSync('dpkg-query', ['--show', 'orca', 'at-spi2-core', 'chromium', 'xvfb', 'openbox'], { encoding: 'utf8' })
    .trim()
    .replaceAll('\t', ' ')
    .replaceAll('\n', ', ');
