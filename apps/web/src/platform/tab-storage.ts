/**
 * A value that survives a reload of this tab, and only of this tab. It is written only while the page is being left: a
 * duplicated tab must not read it as its own.
 */
export class TabValue<T> {
  readonly #key: string;
  #value: T | undefined;

  constructor(key: string) {
    this.#key = key;
    this.#value = parsed<T>(read(key));
    write(key, undefined);
    if (typeof window === 'undefined') return;
    window.addEventListener('pagehide', () => write(key, this.#value && JSON.stringify(this.#value)));
    window.addEventListener('pageshow', () => write(this.#key, undefined));
  }

  get(): T | undefined {
    return this.#value;
  }

  set(value: T | undefined): void {
    this.#value = value;
  }
}

/** What this tab has stored under a key. */
export function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage is unavailable: the value does not survive a reload.
  }
}

/** What was stored as JSON; undefined for nothing, and for what is none. */
export function parsed<T>(json: string | null | undefined): T | undefined {
  if (json === undefined || json === null) return undefined;
  try {
    return JSON.parse(json) as T;
  } catch {
    return undefined;
  }
}
