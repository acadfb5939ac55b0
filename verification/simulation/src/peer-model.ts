import { mediaSections, type SessionDescription } from '@unspoken/contract/encounters';
import type { Camera, Microphone, PeerEvent, PeerHandle, PeerPort, SoundDirections } from '@unspoken/encounter/ports';
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

  /** `sends`: called when sound of this tab begins or ceases to be on its way to the partner. */
  port(owner: string, tab: string, sends: (isSending: boolean) => void = () => {}): PeerPort {
    // While a connection is replaced there are two.
    const sending = new Set<ModelPeer>();
    return {
      open: ({ emit, sound }) => {
        const decode = (event: PeerEvent) => {
          if (event.type === 'frame arrived') this.#decoded(tab);
          emit(event);
        };
        const peer = new ModelPeer(this, `peer-${++this.#count}`, owner, decode, sound, (isSending) => {
          const before = sending.size > 0;
          if (isSending) sending.add(peer);
          else sending.delete(peer);
          if (sending.size > 0 !== before) sends(!before);
        });
        this.handles.set(peer.id, peer);
        return peer;
      },
    };
  }
}

export class ModelPeer implements PeerHandle {
  readonly id: string;
  /** The account whose connection this is. */
  readonly owner: string;
  readonly #world: PeerWorld;
  readonly #emit: (event: PeerEvent) => void;
  readonly #sends: (isSending: boolean) => void;
  /** In which directions this side lets sound pass; undefined in the minute, whose descriptions have no sound section. */
  #sound: SoundDirections | undefined;
  /** What the last offer of this side asked for, and what both sides have agreed on. */
  #offered: SoundDirections | undefined;
  #agreedSound: SoundDirections | undefined;
  #microphone: Microphone | undefined;
  #isSending = false;
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

  constructor(
    world: PeerWorld,
    id: string,
    owner: string,
    emit: (event: PeerEvent) => void,
    sound: SoundDirections | undefined,
    sends: (isSending: boolean) => void,
  ) {
    this.#world = world;
    this.id = id;
    this.owner = owner;
    this.#emit = emit;
    this.#sound = sound;
    this.#sends = sends;
  }

  offer(): void {
    // New directions of sound are negotiated on the same path.
    if (!this.#sound || this.#generation === 0) this.#generation++;
    this.#offered = this.#sound;
    this.#describe('offer', `${this.id}#${this.#generation}`, this.#sound);
  }

  receiveDescription({ type, sdp }: SessionDescription): void {
    if (this.#closed) return;
    const [, peer = '', generation = ''] = /^model (\S+) (\S+)$/m.exec(sdp) ?? [];
    this.#agreed = { peer, generation };
    const theirs = mediaSections(sdp).find(({ kind }) => kind === 'audio');
    const own = type === 'offer' ? this.#sound : this.#offered;
    const sound = own && theirs && { sends: own.sends && theirs.receives, receives: own.receives && theirs.sends };
    if (type === 'offer') this.#describe('answer', generation, sound);
    this.#agreedSound = sound;
    this.#soundChanged();
    this.#later(() => this.#tryConnect());
  }

  receiveCandidate(): void {}

  show(camera: Camera | undefined): void {
    this.#camera = camera;
    this.partner()?.watchFrames();
  }

  soften(): void {}

  speak(microphone: Microphone | undefined): void {
    this.#microphone = microphone;
    this.#soundChanged();
  }

  allowSound(sound: SoundDirections): void {
    this.#sound = sound;
  }

  configure(): void {}

  restart(): void {
    if (this.#closed) return;
    if (this.#sound) this.#generation++;
    this.offer();
  }

  close(): void {
    this.#closed = true;
    this.#soundChanged();
    this.#stopFrames?.();
    this.#endWatch();
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
    // A path that was given up stays so until there is another.
    const isLost = (peer: ModelPeer) => peer.#state === 'failed' && peer.#failed === peer.#agreed?.generation;
    if (this.#sound && (isLost(this) || isLost(partner))) return;
    for (const peer of [this, partner]) peer.#connected();
  }

  #connected(): void {
    const first = this.#state === 'new';
    this.#state = 'connected';
    this.#endWatch();
    if (first) this.#emit({ type: 'stream arrived', stream: this.#agreed?.peer });
    if (first && this.#sound) this.#emit({ type: 'voice arrived', stream: this.#agreed?.peer });
    this.#emit({ type: 'peer connected' });
    this.#soundChanged();
    this.watchFrames();
  }

  /** Sound is on its way while there is a microphone to send, a direction in which both let it pass, and a path. */
  #soundChanged(): void {
    const isSending =
      this.#microphone !== undefined &&
      this.#agreedSound?.sends === true &&
      this.#state !== 'new' &&
      this.#state !== 'failed' &&
      this.#open();
    if (isSending === this.#isSending) return;
    this.#isSending = isSending;
    this.#sends(isSending);
  }

  pathChanged(): void {
    this.#soundChanged();
    if (this.#closed || this.#state === 'new') return;
    if (this.#open()) {
      this.#endWatch();
      if (this.#state === 'disconnected') this.#connected();
      // A restart negotiated while the path was cut keeps checking, and connects when the path is back.
      else if (this.#state === 'failed' && this.#agreed?.generation !== this.#failed) this.#tryConnect();
      return;
    }
    // What a browser measures is the time since it last received anything: a second cut during the first changes nothing.
    if (this.#stopWatch.length > 0) return;
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

  #endWatch(): void {
    for (const stop of this.#stopWatch.splice(0)) stop();
  }

  watchFrames(): void {
    this.#stopFrames?.();
    if (this.#closed || this.#state !== 'connected') return;
    const partner = this.partner();
    if (partner?.hasCamera && this.#open()) this.#emit({ type: 'frame arrived' });
    this.#stopFrames = this.#world.time.after(frameEvery, () => this.watchFrames());
  }

  #describe(type: 'offer' | 'answer', generation: string, sound: SoundDirections | undefined): void {
    const sdp = `model ${this.id} ${generation}${sound ? mediaOf(sound) : ''}`;
    this.#later(() => {
      this.#emit({ type: 'description made', description: { type, sdp } });
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

/** The media sections of a room with a script: a picture, and a sound in these directions. */
function mediaOf({ sends, receives }: SoundDirections): string {
  const [both, one, other] = ['sendrecv', 'sendonly', 'recvonly'];
  const direction = sends ? (receives ? both : one) : receives ? other : 'inactive';
  const media = (kind: string) => `m=${kind} 9 UDP/TLS/RTP/SAVPF 96`;
  return ['', media('video'), 'a=sendrecv', media('audio'), `a=${direction}`].join('\r\n');
}
