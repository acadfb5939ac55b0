import { shippedDurations } from '@unspoken/contract/durations';
import type { Room } from '@unspoken/encounter/model';
import { type PeerCommand, type PeerInput, peerActor } from '@unspoken/encounter/peer-actor';
import type { Camera, IceSetup, PeerEvent, Ports } from '@unspoken/encounter/ports';
import { type AnyActor, createActor, setup } from 'xstate';
import { browserClock } from '../../../../apps/web/src/encounters/clock.ts';
import { browserPeer } from '../../../../apps/web/src/encounters/peer.ts';
import { freshID } from '../../../../apps/web/src/platform/fresh-id.ts';

/**
 * A page with both sides of several encounters. The peer connection, its frames and the actor that restarts and replaces it are the
 * product's. The room between the two sides is a function call, so that signalling takes no time; and when a side acts is stated here
 * with the durations of the contract, as the chart of the minute does (`picture` in `states-room.ts`): no frame for 2 s, and the caller
 * looks for a new path; none for 7 s, and a new connection is opened; none for 15 s, and the encounter is over.
 */
export interface SideReport {
  /** When frames arrived, epoch ms, as the connection's own watch noticed them. */
  readonly frames: readonly number[];
  readonly failedAt: number | undefined;
  readonly connections: number;
}

const { frameLost, frameTimeout, reconnectAfter, peerNoAnswerTimeout, iceRefresh } = shippedDurations;
const checked = 100;
const now = () => performance.timeOrigin + performance.now();

/** A small picture that changes all the time. */
function picture(): Camera {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 32, height: 24 });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let drawn = 0;
  setInterval(() => {
    context.fillStyle = `hsl(${(drawn++ * 37) % 360} 80% 50%)`;
    context.fillRect(0, 0, 32, 24);
  }, 200);
  return { stream: canvas.captureStream(5) } as unknown as Camera;
}

class Side {
  readonly frames: number[] = [];
  failedAt: number | undefined;
  connections = 0;
  other: Side | undefined;
  readonly #actor: AnyActor;
  readonly #isCaller: boolean;
  #attempted: 'nothing' | 'path' | 'connection' = 'nothing';

  constructor(position: 1 | 2, iceServers: () => IceSetup, camera: Camera) {
    this.#isCaller = position === 1;
    const ports: Partial<Ports> = {
      clock: browserClock,
      freshID,
      peer: {
        open: (options) => {
          this.connections++;
          return browserPeer.open(options);
        },
      },
      calls: { iceServers: async () => iceServers() } as Partial<Ports['calls']> as Ports['calls'],
    };
    const input: PeerInput = {
      ...{ ports: ports as Ports, room: { position } as Room, retry: peerNoAnswerTimeout, refresh: iceRefresh },
      ...{ awaitsSound: false, isVeiled: false, isSoft: false },
    };
    // The chart's place: it starts the actor, and hears what the connection reports.
    const parent = setup({ actors: { peer: peerActor } }).createMachine({
      invoke: { id: 'peer', src: 'peer', input },
      on: { '*': { actions: ({ event }) => this.#happened(event as PeerEvent) } },
    });
    this.#actor = createActor(parent);
    this.#actor.start();
    this.take({ type: 'show', camera });
    setInterval(() => this.#check(), checked);
  }

  take(command: PeerCommand): void {
    this.#actor.getSnapshot().children.peer?.send(command as never);
  }

  #happened(event: PeerEvent): void {
    if (event.type === 'description made')
      this.other?.take({ type: 'take description', description: event.description as never });
    else if (event.type === 'candidate found') this.other?.take({ type: 'take candidate', candidate: event.candidate as never });
    else if (event.type === 'peer failed' && this.#isCaller) this.take({ type: 'find a new path' });
    else if (event.type === 'frame arrived') {
      this.frames.push(now());
      this.#attempted = 'nothing';
    }
  }

  #check(): void {
    const last = this.frames.at(-1);
    if (last === undefined || this.failedAt !== undefined) return;
    const without = now() - last;
    const caller = this.#isCaller ? this : this.other;
    if (without > frameTimeout) this.failedAt = now();
    else if (without > reconnectAfter && this.#attempted !== 'connection') {
      this.#attempted = 'connection';
      caller?.take({ type: 'start over' });
    } else if (without > frameLost && this.#attempted === 'nothing') {
      this.#attempted = 'path';
      if (this.#isCaller) this.take({ type: 'find a new path' });
    }
  }
}

const sides: Side[] = [];

Object.assign(window, {
  /** Begins as many encounters; `setups` are the ICE servers of each side, in order. */
  begin(setups: readonly IceSetup[]): void {
    const camera = picture();
    for (let i = 0; i + 1 < setups.length; i += 2) {
      const [one, other] = [1, 2].map((position, nth) => new Side(position as 1 | 2, () => setups[i + nth] as IceSetup, camera));
      if (!one || !other) continue;
      one.other = other;
      other.other = one;
      sides.push(one, other);
    }
  },
  flowing: (): number => sides.filter(({ frames }) => now() - (frames.at(-1) ?? 0) < frameLost).length,
  report: (): SideReport[] => sides.map(({ frames, failedAt, connections }) => ({ frames, failedAt, connections })),
});
