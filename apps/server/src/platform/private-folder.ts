import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Creates a folder that only its owner can enter, or makes an existing one private. Throws an error for the operator
 * if it cannot.
 */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows has no such modes.
  if (process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0) return;
  try {
    chmodSync(folder, 0o700);
  } catch {
    throw new Error(
      `DATA_DIR ${folder} can be read by others, and this process may not change that: its owner has to run chmod 700.`,
    );
  }
}
