import type { ScriptPhase } from '@unspoken/contract/script-time';
import type { SoundEvent, SoundHandle, SoundPort } from '@unspoken/encounter/ports';
import { SoundClock } from './sound-clock.ts';
import { loadSound } from './sound-files.ts';
import { SoundPlayer } from './sound-player.ts';

/** How often the clocks are read, and what plays is compared with the instant at which it began, ms. */
const readEvery = 250;
const compareEvery = 10_000;
/** How soon a context that was asked to run has to, ms. */
const patience = 400;
/** Over how long loudness changes, s: an abrupt change would click. */
const ramp = 0.02;

/**
 * The sound of one room, by one `AudioContext`, which begins in the press of Start. Media elements would be simpler, but iOS ignores
 * their volume, and they do not start at an instant.
 */
export const browserSound: SoundPort = { open: (emit) => new RoomSound(emit) };

class RoomSound implements SoundHandle {
  readonly #emit: (event: SoundEvent) => void;
  readonly #buffers = new Map<string, AudioBuffer>();
  readonly #wanted = new Map<ScriptPhase, { readonly address: string; readonly startsAt: number }>();
  readonly #players = new Map<ScriptPhase, SoundPlayer>();
  #generation = 0;
  #context: AudioContext | undefined;
  #clock: SoundClock | undefined;
  #output: GainNode | undefined;
  #gate: GainNode | undefined;
  #voice:
    | { readonly stream: MediaStream; readonly source: MediaStreamAudioSourceNode; readonly pump: HTMLAudioElement }
    | undefined;
  #waitingVoice: MediaStream | undefined;
  #isMuted = false;
  #isOpen = false;
  #timers: ReturnType<typeof setInterval>[] = [];
  #check: ReturnType<typeof setTimeout> | undefined;

  constructor(emit: (event: SoundEvent) => void) {
    this.#emit = emit;
  }

  load(addresses: readonly string[]): void {
    const own = ++this.#generation;
    const isWanted = () => own === this.#generation;
    for (const known of this.#buffers.keys()) if (!addresses.includes(known)) this.#buffers.delete(known);
    const load = async (address: string) => {
      const buffer = this.#buffers.get(address) ?? (await loadSound(address, isWanted));
      if (buffer && isWanted()) this.#buffers.set(address, buffer);
    };
    void Promise.all(addresses.map(load)).then(() => {
      if (!isWanted()) return;
      this.#emit({ type: 'sounds loaded' });
      this.#playWanted();
    });
  }

  allow(): void {
    const context = this.#open();
    void context.resume().catch(() => {});
    // A browser that blocks sound does not say so: it leaves the context as it is.
    clearTimeout(this.#check);
    this.#check = setTimeout(() => this.#report(), patience);
  }

  play(phase: ScriptPhase, address: string, startsAt: number): void {
    if (this.#wanted.get(phase)?.address !== address) this.#stop(phase);
    this.#wanted.set(phase, { address, startsAt });
    if (!this.#context) this.allow();
    this.#playWanted();
  }

  silence(keeps?: ScriptPhase): void {
    for (const phase of [...this.#wanted.keys()]) if (phase !== keeps) this.#stop(phase);
  }

  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
    this.#turn(this.#output, !isMuted);
  }

  takeVoice(stream: unknown): void {
    this.#waitingVoice = stream as MediaStream;
    if (this.#context) this.#connectVoice();
  }

  openVoice(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#turn(this.#gate, isOpen);
  }

  close(): void {
    this.#generation++;
    this.silence();
    this.#releaseVoice();
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#check);
    void this.#context?.close().catch(() => {});
  }

  #open(): AudioContext {
    if (this.#context) return this.#context;
    const context = new AudioContext({ latencyHint: 'interactive' });
    const output = new GainNode(context, { gain: this.#isMuted ? 0 : 1 });
    output.connect(context.destination);
    const gate = new GainNode(context, { gain: this.#isOpen ? 1 : 0 });
    gate.connect(output);
    this.#context = context;
    this.#output = output;
    this.#gate = gate;
    const clock = new SoundClock(context);
    this.#clock = clock;
    context.onstatechange = () => this.#report();
    this.#timers = [setInterval(() => this.#read(), readEvery), setInterval(() => this.#compare(), compareEvery)];
    this.#connectVoice();
    return context;
  }

  #report(): void {
    const { state } = this.#context ?? {};
    if (state === undefined || state === 'closed') return;
    this.#emit({ type: state === 'running' ? 'sound allowed' : 'sound blocked' });
    if (state !== 'running') return;
    this.#clock?.reset();
    this.#compare();
    this.#playWanted();
  }

  #read(): void {
    if (this.#context?.state !== 'running') return;
    this.#clock?.read();
    for (const player of this.#players.values()) player.schedule();
  }

  #compare(): void {
    if (this.#context?.state === 'running') for (const player of this.#players.values()) player.correct();
  }

  #stop(phase: ScriptPhase): void {
    this.#wanted.delete(phase);
    this.#players.get(phase)?.stop();
    this.#players.delete(phase);
  }

  /** Starts what is wanted, loaded and allowed, and corrects what plays already. */
  #playWanted(): void {
    const [context, clock, output] = [this.#context, this.#clock, this.#output];
    if (!context || !clock || !output || context.state !== 'running') return;
    for (const [phase, { address, startsAt }] of this.#wanted) {
      const player = this.#players.get(phase);
      const buffer = this.#buffers.get(address);
      if (player) player.correct(startsAt);
      else if (buffer) this.#players.set(phase, new SoundPlayer({ context, clock, output }, buffer, startsAt));
    }
  }

  #connectVoice(): void {
    const [context, gate, stream] = [this.#context, this.#gate, this.#waitingVoice];
    if (!context || !gate || !stream || this.#voice?.stream === stream) return;
    this.#releaseVoice();
    // Chromium decodes a remote track for the audio graph only while a media element plays it; muted, it is heard by nobody.
    const pump = new Audio();
    pump.muted = true;
    pump.srcObject = stream;
    void pump.play().catch(() => {});
    const source = context.createMediaStreamSource(stream);
    source.connect(gate);
    this.#voice = { stream, source, pump };
  }

  #releaseVoice(): void {
    this.#voice?.source.disconnect();
    if (this.#voice) this.#voice.pump.srcObject = null;
    this.#voice = undefined;
  }

  #turn(node: GainNode | undefined, isOn: boolean): void {
    if (node && this.#context) node.gain.setTargetAtTime(isOn ? 1 : 0, this.#context.currentTime, ramp);
  }
}
