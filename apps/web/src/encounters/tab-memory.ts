import type { Press, TabMemory } from '@unspoken/encounter/ports';

const keys = { room: 'unspoken.room', press: 'unspoken.press' } as const;

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Then a reload ends what would have been remembered.
  }
}

let press = pressOf(read(keys.press));
// Written only while the page is being left: a tab that is duplicated must not return to the place of the first.
write(keys.press, undefined);
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => write(keys.press, press && JSON.stringify(press)));
  window.addEventListener('pageshow', () => write(keys.press, undefined));
}

function pressOf(json: string | undefined): Press | undefined {
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json) as Press;
  } catch {
    return undefined;
  }
}

/** The room of a running minute, and the request by which somebody waits, outlive a reload of this tab, and only of this tab. */
export const tabMemory: TabMemory = {
  room: () => read(keys.room),
  remember: (roomID) => write(keys.room, roomID),
  press: () => press,
  rememberPress: (next) => {
    press = next;
  },
};
