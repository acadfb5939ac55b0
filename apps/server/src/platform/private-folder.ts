import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Makes a folder that only its owner can enter, or makes one that is there so. Throws a sentence if it cannot be. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows knows no such modes.
  if (process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0) return;
  try {
    chmodSync(folder, 0o700);
  } catch {
    throw new Error(
      `DATA_DIR ${folder} can be read by others, and this process may not change that: its owner has to run chmod 700.`,
    );
  }
}
