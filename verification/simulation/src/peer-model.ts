import type { Camera, PeerEvent, PeerHandle, PeerPort } from '@unspoken/encounter/ports';
import type { SeededRandom } from './seeded-random.ts';
import type { Time } from './virtual-time.ts';

/**
 * A small model of WebRTC with the timing of a real Chromium: connected one round trip after both descriptions have been
 * set, frames stop at once when the path is cut, `disconnected` after 5 to 7.6 s, `failed` after 15 to 17.6 s; after
 * that only an ICE restart brings the path back.
 */
const frameEvery = 1_000;
/** A frame no older than this shows that there is a path, ms. */
const fresh = 2_000;

export class PeerWorld {
  readonly time: Time;
  readonly random: SeededRandom;
  readonly handles = new Map<string, ModelPeer>();
  /** By tab: when a frame last reached the decoder, whatever the chart makes of it. */
  readonly #frameAt = new Map<string, number>();
  /** By tab: since when frames have come without interruption. */
  readonly #flowsSince = new Map<string, number>();
  #count = 0;

  constructor(time: Time, random: SeededRandom) {
    this.time = time;
    this.random = random;
  }

  /** When a frame last reached this tab. */
  frameAt(tab: string): number | undefined {
    return this.#frameAt.get(tab);
  }

  /** For how long frames have been coming to this tab; 0 if there is no fresh one. */
  seesFor(tab: string): number {
    const now = this.time.now();
    if (now - (this.#frameAt.get(tab) ?? Number.NEGATIVE_INFINITY) >= fresh) return 0;
    return now - (this.#flowsSince.get(tab) ?? now);
  }

  #decoded(tab: string): void {
    if (this.seesFor(tab) === 0) this.#flowsSince.set(tab, this.time.now());
    this.#frameAt.set(tab, this.time.now());
  }

  port(owner: string, tab: string): PeerPort {
    return {
      open: ({ emit }) => {
        const decode = (event: PeerEvent) => {
          if (event.type === 'frame arrived') this.#decoded(tab);
          emit(event);
        };
        const peer = new ModelPeer(this, `peer-${++this.#count}`, owner, decode);
        this.handles.set(peer.id, peer);
        return peer;
      },
    };
  }
}

class ModelPeer implements PeerHandle {
  readonly id: string;
  /** The account whose connection this is. */
  readonly owner: string;
  readonly #world: PeerWorld;
  readonly #emit: (event: PeerEvent) => void;
  #generation = 0;
  #agreed: { peer: string; generation: string } | undefined;
  /** The generation in which the path was given up. */
  #failed: string | undefined;
  #camera: Camera | undefined;
  #closed = false;
  #cutUntil = 0;
  #state: 'new' | 'connected' | 'disconnected' | 'failed' = 'new';
  #stopFrames: (() => void) | undefined;
  #stopWatch: (() => void)[] = [];

  constructor(world: PeerWorld, id: string, owner: string, emit: (event: PeerEvent) => void) {
    this.#world = world;
    this.id = id;
    this.owner = owner;
    this.#emit = emit;
  }

  offer(): void {
    this.#generation++;
    this.#describe('offer', `${this.id}#${this.#generation}`);
  }

  receiveDescription({ type, sdp }: { type: 'offer' | 'answer'; sdp: string }): void {
    if (this.#closed) return;
    const [, peer = '', generation = ''] = /^model (\S+) (\S+)$/.exec(sdp) ?? [];
    this.#agreed = { peer, generation };
    if (type === 'offer') this.#describe('answer', generation);
    this.#later(() => this.#tryConnect());
  }

  receiveCandidate(): void {}

  show(camera: Camera): void {
    this.#camera = camera;
    this.partner()?.watchFrames();
  }

  speak(): void {}

  allowSound(): void {}

  configure(): void {}

  restart(): void {
    if (!this.#closed) this.offer();
  }

  close(): void {
    this.#closed = true;
    this.#stopFrames?.();
    for (const stop of this.#stopWatch) stop();
    this.#world.handles.delete(this.id);
    this.partner()?.pathChanged();
  }

  /** Cuts the path for `length` ms, in both directions. */
  cut(length: number): void {
    const until = this.#world.time.now() + length;
    for (const peer of [this, this.partner()]) if (peer) peer.#cutUntil = Math.max(peer.#cutUntil, until);
    this.pathChanged();
    this.partner()?.pathChanged();
    this.#world.time.after(length, () => {
      this.pathChanged();
      this.partner()?.pathChanged();
    });
  }

  get hasCamera(): boolean {
    return this.#camera !== undefined;
  }

  partner(): ModelPeer | undefined {
    const partner = this.#agreed && this.#world.handles.get(this.#agreed.peer);
    return partner !== undefined && partner.#agreed?.peer === this.id ? partner : undefined;
  }

  /** Whether data can pass now. A cut affects both sides, even if the partner reloads and negotiates a new connection meanwhile. */
  #open(): boolean {
    const partner = this.partner();
    return !this.#closed && partner !== undefined && this.#world.time.now() >= Math.max(this.#cutUntil, partner.#cutUntil);
  }

  #tryConnect(): void {
    const partner = this.partner();
    if (!partner || !this.#open() || partner.#agreed?.generation !== this.#agreed?.generation) return;
    for (const peer of [this, partner]) peer.#connected();
  }

  #connected(): void {
    const first = this.#state === 'new';
    this.#state = 'connected';
    if (first) this.#emit({ type: 'stream arrived', stream: this.#agreed?.peer });
    this.#emit({ type: 'peer connected' });
    this.watchFrames();
  }

  pathChanged(): void {
    for (const stop of this.#stopWatch.splice(0)) stop();
    if (this.#closed || this.#state === 'new') return;
    if (this.#open()) {
      if (this.#state === 'disconnected') this.#connected();
      // A restart negotiated while the path was cut keeps checking, and connects when the path is back.
      else if (this.#state === 'failed' && this.#agreed?.generation !== this.#failed) this.#tryConnect();
      return;
    }
    const { time, random } = this.#world;
    const wait = random.between(5_000, 7_600);
    this.#stopWatch.push(
      time.after(wait, () => {
        if (this.#state !== 'connected' || this.#open()) return;
        this.#state = 'disconnected';
        this.#emit({ type: 'peer disconnected' });
      }),
      time.after(wait + 10_000, () => {
        if (this.#state !== 'disconnected' || this.#open()) return;
        this.#state = 'failed';
        this.#failed = this.#agreed?.generation;
        this.#emit({ type: 'peer failed' });
      }),
    );
  }

  watchFrames(): void {
    this.#stopFrames?.();
    if (this.#closed || this.#state !== 'connected') return;
    const partner = this.partner();
    if (partner?.hasCamera && this.#open()) this.#emit({ type: 'frame arrived' });
    this.#stopFrames = this.#world.time.after(frameEvery, () => this.watchFrames());
  }

  #describe(type: 'offer' | 'answer', generation: string): void {
    this.#later(() => {
      this.#emit({ type: 'description made', description: { type, sdp: `model ${this.id} ${generation}` } });
      this.#emit({ type: 'candidate found', candidate: { candidate: `model ${this.id}` } });
      // Firefox ends its candidates with an empty one.
      this.#emit({ type: 'candidate found', candidate: { candidate: '' } });
    });
    if (type === 'offer') return;
    this.#later(() => this.#tryConnect());
  }

  #later(run: () => void): void {
    this.#world.time.after(this.#world.random.between(20, 150), () => {
      if (!this.#closed) run();
    });
  }
}
