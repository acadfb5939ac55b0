import type { Page } from '@playwright/test';

/** A buffer that was started. */
export interface StartedSound {
  /** When its beginning was heard at the page's output, or would have been, epoch ms; 0 until that is known. */
  startsAt: number;
  /** How far the output's clock skipped within the half second around the start, ms: a device that was not fed in time stands still. */
  skipped: number;
  /** How far into the file it was entered, s. */
  readonly offset: number;
  readonly duration: number;
}

/** A microphone was attached to a connection, or taken off it; epoch ms. */
export interface SwitchedMicrophone {
  readonly at: number;
  readonly isOn: boolean;
}

/** What the page plays, as its tap records it. */
interface Tap {
  readonly started: StartedSound[];
  readonly switched: SwitchedMicrophone[];
  readonly connections: RTCPeerConnection[];
  arrived(): number;
  loudness(): number;
  pitch(): number;
}

type Tapped = Window & { tap: Tap };

/** Taps what a page plays at its output, where its sounds begin, and what its connections carry. */
export const tapSound = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const started: StartedSound[] = [];
    const switched: SwitchedMicrophone[] = [];
    const connections: RTCPeerConnection[] = [];
    const analysers = new Set<AnalyserNode>();
    const connect = AudioNode.prototype.connect as (this: AudioNode, ...to: unknown[]) => unknown;
    AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
      if (to[0] instanceof AudioDestinationNode) {
        const analyser = this.context.createAnalyser();
        analyser.fftSize = 8_192;
        connect.call(this, analyser);
        analysers.add(analyser);
      }
      return connect.apply(this, to);
    } as typeof AudioNode.prototype.connect;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, when = 0, offset = 0, ...rest) {
      const context = this.context as AudioContext;
      const sound = { startsAt: 0, skipped: 0, offset, duration: this.buffer?.duration ?? 0 };
      // Single readings of the two clocks jitter: the median of those of the half second around the start is taken.
      const readings: number[] = [];
      const reading = setInterval(() => {
        const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
        if (context.state === 'closed' || !started.includes(sound)) clearInterval(reading);
        // There is no pair of readings before the device plays.
        if (performanceTime === 0 || context.currentTime < when - 0.25) return;
        readings.push(performanceTime - contextTime * 1_000);
        const sorted = [...readings].sort((one, other) => one - other);
        sound.startsAt = performance.timeOrigin + (when - offset) * 1_000 + (sorted[Math.floor(sorted.length / 2)] ?? 0);
        sound.skipped = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
        if (readings.length === 20) clearInterval(reading);
      }, 25);
      started.push(sound);
      // A start that is taken back before it is due was heard by nobody.
      const stop = this.stop;
      this.stop = (...at) => {
        if (context.currentTime < when) started.splice(started.indexOf(sound), 1);
        stop.apply(this, at);
      };
      return start.call(this, when, offset, ...rest);
    };
    const replaceTrack = RTCRtpSender.prototype.replaceTrack;
    RTCRtpSender.prototype.replaceTrack = function (track) {
      if (track?.kind !== 'video') switched.push({ at: performance.timeOrigin + performance.now(), isOn: track !== null });
      return replaceTrack.call(this, track);
    };
    const Real = RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        connections.push(this);
        this.addEventListener('track', ({ track }) => track.kind === 'audio' && measure(track));
      }
    };
    // What arrives of the partner's voice, before the page decides what of it is heard. The browser's own figure is that of an
    // element that plays it, and the page's is muted.
    let arrived = 0;
    const measure = (track: MediaStreamTrack) => {
      const context = new AudioContext();
      const analyser = context.createAnalyser();
      connect.call(context.createMediaStreamSource(new MediaStream([track])), analyser);
      const samples = new Float32Array(analyser.fftSize);
      setInterval(
        () => {
          analyser.getFloatTimeDomainData(samples);
          arrived += samples.reduce((sum, each) => sum + each * each, 0) / context.sampleRate;
        },
        (1_000 * samples.length) / context.sampleRate,
      );
    };
    const loudest = () => {
      let energy = 0;
      let pitch = 0;
      for (const analyser of analysers) {
        const samples = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(samples);
        const own = samples.reduce((sum, each) => sum + each * each, 0) / samples.length;
        if (own <= energy) continue;
        energy = own;
        const bins = new Float32Array(analyser.frequencyBinCount);
        analyser.getFloatFrequencyData(bins);
        pitch = (bins.indexOf(Math.max(...bins)) * analyser.context.sampleRate) / analyser.fftSize;
      }
      return { energy, pitch };
    };
    Object.assign(window, {
      tap: {
        started,
        switched,
        connections,
        arrived: () => arrived,
        loudness: () => loudest().energy,
        pitch: () => loudest().pitch,
      } satisfies Tap,
    });
  });

/** The mean energy of what is heard at this page just now; 0 is silence. */
export const loudness = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Tapped).tap.loudness());

/** The frequency of the loudest tone that is heard at this page, Hz. */
export const pitch = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Tapped).tap.pitch());

export const startedSounds = (page: Page): Promise<readonly StartedSound[]> =>
  page.evaluate(() => (window as unknown as Tapped).tap.started);

export const switchedMicrophones = (page: Page): Promise<readonly SwitchedMicrophone[]> =>
  page.evaluate(() => (window as unknown as Tapped).tap.switched);

/** The energy of the partner's voice that has arrived at this page so far (1 is a full-scale signal for a second). */
export const arrivedEnergy = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as Tapped).tap.arrived());

/** The directions of the audio sections of this page's open connections. */
export const audioSections = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    (window as unknown as Tapped).tap.connections
      .filter(({ signalingState }) => signalingState !== 'closed')
      .flatMap((connection) => connection.getTransceivers())
      .filter(({ receiver }) => receiver.track.kind === 'audio')
      .map(({ currentDirection }) => String(currentDirection)),
  );
