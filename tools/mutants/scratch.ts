import { execFileSync, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';

const checkout = resolve(import.meta.dirname, '../..');

/** A copy of a commit in which bugs are planted: the checkout itself is never changed. */
export class Scratch {
  readonly folder = join(mkdtempSync(join(tmpdir(), 'unspoken-planted-')), 'unspoken');
  #built = false;

  constructor(commit: string) {
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', this.folder, commit], { cwd: checkout });
    this.#link();
  }

  /**
   * Links the installed packages of the checkout, but the workspaces of the copy, or tests would run the code without
   * the bug.
   */
  #link(): void {
    for (const folder of ['.', ...globSync('{apps,packages,verification}/*', { cwd: checkout })]) {
      const installed = join(checkout, folder, 'node_modules');
      const here = join(this.folder, folder, 'node_modules');
      for (const name of entriesOf(installed)) {
        if (name.startsWith('.') && name !== '.bin') continue;
        if (!name.startsWith('@')) link(join(installed, name), join(here, name));
        else if (name !== '@unspoken')
          for (const each of entriesOf(join(installed, name))) link(join(installed, name, each), join(here, name, each));
      }
    }
    for (const file of globSync('{apps,packages,verification}/*/package.json', { cwd: this.folder })) {
      const { name } = JSON.parse(readFileSync(join(this.folder, file), 'utf8'));
      link(join(this.folder, dirname(file)), join(this.folder, 'node_modules', name));
    }
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
    if (/^(apps\/web|packages|brand)\//.test(file)) this.#built = false;
  }

  /** Whether a suite passes, and its output. */
  async passes(suite: string, test: string | undefined): Promise<{ passes: boolean; said: string }> {
    if (suite.startsWith('simulation')) {
      const [, encounters = '', seed = ''] = suite.split(' ');
      return this.#run(process.execPath, ['verification/simulation/src/main.ts', '--encounters', encounters, '--seed', seed]);
    }
    if (suite.endsWith('.test.ts')) return this.#run(this.#bin('vitest'), ['run', suite, ...titled('-t', test)]);
    if (!this.#built) {
      const built = await this.#run(process.execPath, ['apps/web/build.ts']);
      if (!built.passes) throw new Error(`the web client could not be built:\n${built.said}`);
      this.#built = true;
    }
    const project = suite.split('/')[2] as string;
    return this.#run(this.#bin('playwright'), [
      ...['test', '--config', 'verification/e2e/playwright.config.ts', '--project', project, '--retries', '0'],
      ...[relative('verification/e2e', suite), ...titled('-g', test)],
    ]);
  }

  remove(): void {
    execFileSync('git', ['worktree', 'remove', '--force', this.folder], { cwd: checkout });
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  #bin(name: string): string {
    return join(this.folder, 'node_modules/.bin', name);
  }

  #run(command: string, args: readonly string[]): Promise<{ passes: boolean; said: string }> {
    return new Promise((done, failed) => {
      // Scripts that start with `env node` must run on this Node as well.
      const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
      const child = spawn(command, args, { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => {
          output = (output + part.toString()).slice(-20_000);
        });
      child.on('error', failed);
      child.on('close', (code) => done({ passes: code === 0, said: output }));
    });
  }
}

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

function link(target: string, at: string): void {
  mkdirSync(dirname(at), { recursive: true });
  rmSync(at, { force: true });
  symlinkSync(target, at);
}

/** The option that selects a test by its title, escaped because runners read it as a regular expression. */
const titled = (flag: string, title: string | undefined): string[] =>
  title === undefined ? [] : [flag, title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')];
