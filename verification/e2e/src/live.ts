import type { BrowserContext, Page } from '@playwright/test';

/** What a page can leave running: each kind has a count of those that have begun and not ended. */
export const liveKinds = [
  'timeout',
  'interval',
  'animation frame',
  'listener',
  'peer connection',
  'track',
  'audio context',
  'worker',
  'socket',
  'channel',
  'object URL',
] as const;
export type LiveKind = (typeof liveKinds)[number];

/** Something that has begun and not ended, and where it was begun. */
export interface Live {
  readonly kind: LiveKind;
  /** For a listener: of which target, and of what; for an audio context: whether it runs. */
  readonly what: string;
  readonly stack: string;
}

/** What has woken the page so far: callbacks of timers and frames, and messages of sockets and workers. */
interface Wakes {
  /** Their times, ms since the page was opened. */
  readonly at: readonly number[];
  /** How many of each kind, with where its callback was ordered. */
  readonly by: Readonly<Record<string, number>>;
}

interface Tracker {
  live(): Live[];
  wakes(): Wakes;
  /** Notes what wakes the page from now on; nothing is noted before. */
  noteWakes(): void;
}

/** Runs in the page before anything else: keeps a list of what is live. Only what is live is held, so that the list is no leak itself. */
function track(): void {
  const live = new Map<unknown, Live>();
  let wakes: { at: number[]; by: Record<string, number> } | undefined;
  const stack = () => (new Error().stack ?? '').split('\n').slice(3, 8).join('\n');
  const begin = (key: unknown, kind: LiveKind, what = '') => live.set(key, { kind, what, stack: stack() });
  const woken = (by: string) => {
    if (!wakes) return;
    wakes.at.push(performance.now());
    wakes.by[by] = (wakes.by[by] ?? 0) + 1;
  };
  /** Where something was ordered: the first line of its stack outside of this function. */
  const origin = () => /[\w-]+\.js:\d+:\d+/.exec(new Error().stack?.split('\n').slice(4).join('\n') ?? '')?.[0] ?? '';

  type Run = (...given: never[]) => void;
  const real = {
    setTimeout: window.setTimeout.bind(window) as (run: Run, ms?: number, ...given: unknown[]) => number,
    clearTimeout: window.clearTimeout.bind(window),
    setInterval: window.setInterval.bind(window) as (run: Run, ms?: number, ...given: unknown[]) => number,
    requestAnimationFrame: window.requestAnimationFrame.bind(window),
    cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
  };
  const clear = (id?: number) => {
    live.delete(`timer ${id}`);
    real.clearTimeout(id);
  };
  Object.assign(window, {
    setTimeout(run: Run, ms?: number, ...given: never[]) {
      const by = wakes ? `timeout ${origin()}` : '';
      const id = real.setTimeout(() => {
        live.delete(`timer ${id}`);
        woken(by || 'timeout');
        run(...given);
      }, ms);
      begin(`timer ${id}`, 'timeout', `${ms ?? 0} ms`);
      return id;
    },
    setInterval(run: Run, ms?: number, ...given: never[]) {
      const by = `interval ${origin()}`;
      const id = real.setInterval(() => {
        woken(by);
        run(...given);
      }, ms);
      begin(`timer ${id}`, 'interval', `${ms ?? 0} ms`);
      return id;
    },
    // The two share their ids. Source: HTML, 8.6 Timers
    clearTimeout: clear,
    clearInterval: clear,
    requestAnimationFrame(run: FrameRequestCallback) {
      const id = real.requestAnimationFrame((at) => {
        live.delete(`frame ${id}`);
        woken('animation frame');
        run(at);
      });
      begin(`frame ${id}`, 'animation frame');
      return id;
    },
    cancelAnimationFrame(id: number) {
      live.delete(`frame ${id}`);
      real.cancelAnimationFrame(id);
    },
  });

  /** A class whose objects count until `end` of them is called. */
  const ending = (name: string, kind: LiveKind, end: string) => {
    const Real = (window as unknown as Record<string, new (...given: unknown[]) => object>)[name];
    if (!Real) return;
    const proxy = new Proxy(Real, {
      construct(target, given, own) {
        const made = Reflect.construct(target, given, own) as object;
        begin(made, kind);
        if (kind === 'worker' || kind === 'socket')
          (made as EventTarget).addEventListener('message', () => woken(`message of a ${kind}`));
        if (kind === 'socket') (made as EventTarget).addEventListener('close', () => live.delete(made));
        return made;
      },
    });
    const method = Real.prototype[end] as (...given: unknown[]) => unknown;
    Real.prototype[end] = function (...given: unknown[]) {
      live.delete(this);
      return method.apply(this, given);
    };
    Object.assign(window, { [name]: proxy });
  };
  ending('RTCPeerConnection', 'peer connection', 'close');
  ending('AudioContext', 'audio context', 'close');
  ending('Worker', 'worker', 'terminate');
  ending('WebSocket', 'socket', 'close');
  ending('BroadcastChannel', 'channel', 'close');

  const Track = MediaStreamTrack.prototype;
  const begun = (track: MediaStreamTrack, what: string) => {
    begin(track, 'track', `${what} ${track.kind}`);
    track.addEventListener('ended', () => live.delete(track));
    return track;
  };
  const { stop, clone } = Track;
  Track.stop = function () {
    live.delete(this);
    stop.call(this);
  };
  Track.clone = function () {
    return begun(clone.call(this), 'clone');
  };
  const devices = navigator.mediaDevices;
  if (devices) {
    const asked = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      const stream = await asked(wanted);
      for (const each of stream.getTracks()) begun(each, 'camera');
      return stream;
    };
  }
  const capture = HTMLCanvasElement.prototype.captureStream;
  HTMLCanvasElement.prototype.captureStream = function (rate?: number) {
    const stream = capture.call(this, rate);
    for (const each of stream.getTracks()) begun(each, 'canvas');
    return stream;
  };
  const generators = window as unknown as { MediaStreamTrackGenerator?: new (options: object) => MediaStreamTrack };
  const Generator = generators.MediaStreamTrackGenerator;
  if (Generator)
    generators.MediaStreamTrackGenerator = new Proxy(Generator, {
      construct: (target, given, own) => begun(Reflect.construct(target, given, own) as MediaStreamTrack, 'generator'),
    });

  const urls = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
  URL.createObjectURL = (of) => {
    const url = urls.create.call(URL, of);
    begin(url, 'object URL');
    return url;
  };
  URL.revokeObjectURL = (url) => {
    live.delete(url);
    urls.revoke.call(URL, url);
  };

  // Listeners of what lives as long as the page; those of elements go with them.
  const lasting = new Map<EventTarget, string>([
    [window, 'window'],
    [document, 'document'],
    ...(devices ? [[devices, 'mediaDevices'] as const] : []),
    ...(window.visualViewport ? [[window.visualViewport, 'visualViewport'] as const] : []),
    ...(screen.orientation ? [[screen.orientation, 'orientation'] as const] : []),
  ]);
  const ids = new WeakMap<object, number>();
  let last = 0;
  const idOf = (of: object): number => {
    const id = ids.get(of) ?? ++last;
    ids.set(of, id);
    return id;
  };
  const Target = EventTarget.prototype;
  const { addEventListener: add, removeEventListener: remove } = Target;
  type Options = AddEventListenerOptions | boolean | undefined;
  const keyOf = (target: EventTarget, type: string, listener: object, options: Options) =>
    `listener ${idOf(target)} ${type} ${idOf(listener)} ${(typeof options === 'object' ? options.capture : options) ? 'capture' : ''}`;
  Target.addEventListener = function (type, listener, options) {
    const target = this ?? window;
    const name = lasting.get(target);
    if (listener && name) {
      const key = keyOf(target, type, listener, options);
      if (!live.has(key)) begin(key, 'listener', `${name} ${type}`);
      if (typeof options === 'object') {
        options.signal && add.call(options.signal, 'abort', () => live.delete(key));
        if (options.once) add.call(target, type, () => live.delete(key), { once: true });
      }
    }
    add.call(target, type, listener, options);
  };
  Target.removeEventListener = function (type, listener, options) {
    const target = this ?? window;
    if (listener && lasting.has(target)) live.delete(keyOf(target, type, listener, options));
    remove.call(target, type, listener, options);
  };

  const tracker: Tracker = {
    live: () => [...live].map(([of, each]) => (of instanceof AudioContext ? { ...each, what: of.state } : each)),
    wakes: () => wakes ?? { at: [], by: {} },
    noteWakes() {
      wakes = { at: [], by: {} };
    },
  };
  Object.assign(window, { tracker });
}

/** Makes the pages of a context count what they leave running. */
export async function trackLive(context: BrowserContext): Promise<void> {
  await context.addInitScript(track);
}

const tracked = <T>(page: Page, what: 'live' | 'wakes'): Promise<T> =>
  page.evaluate((name) => (window as unknown as { tracker: Tracker }).tracker[name]() as never, what);

/** What is live in a page now. */
export const liveIn = (page: Page): Promise<Live[]> => tracked(page, 'live');

/** What has woken a page since `noteWakes`. */
export const wakesOf = (page: Page): Promise<Wakes> => tracked(page, 'wakes');

export const noteWakes = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { tracker: Tracker }).tracker.noteWakes());

/** How many of each kind. */
export const countOf = (live: readonly Live[]): Record<LiveKind, number> =>
  Object.fromEntries(liveKinds.map((kind) => [kind, live.filter((each) => each.kind === kind).length])) as Record<
    LiveKind,
    number
  >;
