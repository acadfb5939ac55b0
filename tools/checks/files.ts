import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/**
 * The tracked files, and untracked ones that are not ignored, with one of these endings. Paths are relative to the
 * root, with slashes.
 */
export function files(...endings: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  return listed
    .split('\n')
    .filter((path) => path !== '' && endings.some((ending) => path.endsWith(ending)) && existsSync(join(root, path)));
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

export const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$|-contract\.ts$/.test(path);

/** The source without comments, so that a comment that mentions something is not taken for its use. */
export const code = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[^:'"`])\/\/.*$/gm, '$1');
