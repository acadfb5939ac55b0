import { type Durations, shippedDurations as durations } from '@unspoken/contract/durations';
import type { Position } from '@unspoken/contract/rooms';
import { proven } from '@unspoken/contract/script-bed';
import { planOf } from '@unspoken/contract/script-time';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type EncounterActor, encounterMachine, userStateOf } from './machine.ts';
import type { PeerEvent, Ports } from './ports.ts';
import { RehearsalRoom, rehearsingPerson } from './rehearsal.ts';
import { StandingClock } from './standing-clock.ts';
import { Testbed } from './testbed.ts';

/** Two charts in one room within a page; their peers are joined by their descriptions, and a picture is seen once it is shown. */
class Rehearsal {
  readonly clock = new StandingClock();
  readonly room = new RehearsalRoom({ clock: this.clock, introDuration: proven.introDuration, lead: durations.beginLead });
  readonly actors: Record<Position, EncounterActor>;
  readonly shown: Record<Position, boolean> = { 1: false, 2: false };
  readonly peers: Partial<Record<Position, (event: PeerEvent) => void>> = {};
  readonly texts: Record<Position, string[]> = { 1: [], 2: [] };

  constructor() {
    this.actors = { 1: this.#chart(1), 2: this.#chart(2) };
    for (const position of [1, 2] as const)
      this.actors[position].send({
        type: 'connect pressed',
        poolType: 'personalInvite',
        noRepeat: false,
        experienceType: 'questions',
      });
  }

  state(position: Position) {
    return userStateOf(this.actors[position].getSnapshot());
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 250) {
      this.clock.advance(Math.min(250, left));
      for (const position of [1, 2] as const)
        if (this.shown[position === 1 ? 2 : 1]) this.peers[position]?.({ type: 'frame arrived' });
      for (let turns = 0; turns < 30; turns++) await undefined;
      for (const position of [1, 2] as const) {
        const text = this.actors[position].getSnapshot().context.moment?.text;
        if (text !== undefined && this.texts[position].at(-1) !== text) this.texts[position].push(text);
      }
    }
  }

  #chart(position: Position): EncounterActor {
    const bed = new Testbed();
    const { ports: base } = bed.actor.getSnapshot().context as { readonly ports: Ports };
    const ports: Ports = {
      ...base,
      clock: this.clock,
      socket: this.room.socket(position),
      serverClock: { local: (instant) => instant, measured: (instant) => instant, refine: () => {} },
      sound: {
        open: (emit) => {
          const handle = base.sound.open(emit);
          return { ...handle, load: () => void this.clock.setTimeout(() => emit({ type: 'sounds loaded' }), 10) };
        },
      },
      peer: {
        open: ({ emit }) => {
          this.peers[position] = emit;
          const describe = (type: 'offer' | 'answer') => emit({ type: 'description made', description: { type, sdp: 'v=0' } });
          return {
            ...base.peer.open({ iceServers: [], relayOnly: false, emit: () => {} }),
            offer: () => describe('offer'),
            receiveDescription: ({ type }) => {
              if (type === 'offer') describe('answer');
              emit({ type: 'peer connected' });
              emit({ type: 'stream arrived', stream: 'the partner' });
            },
            show: () => {
              this.shown[position] = true;
            },
          };
        },
      },
      calls: {
        ...base.calls,
        iceServers: async () => ({ iceServers: [], relayOnly: false }),
        script: async () => ({ name: 'Three questions', plan: planOf(proven, position, 'en') }),
      },
    };
    const input = { ports, durations: durations as Durations, person: rehearsingPerson };
    return createActor(encounterMachine, { clock: this.clock, input }).start();
  }
}

const started = async (): Promise<Rehearsal> => {
  const rehearsal = new Rehearsal();
  await rehearsal.pass(durations.enteringRoom + durations.startButtonDelay + 1_000);
  for (const position of [1, 2] as const) rehearsal.actors[position].send({ type: 'start pressed' });
  await rehearsal.pass(1_000);
  return rehearsal;
};

test('[SIDE-70] two charts in one page live the script from their own pictures to its natural end, each its own side', async () => {
  const rehearsal = new Rehearsal();
  await rehearsal.pass(durations.enteringRoom + durations.startButtonDelay + 1_000);
  expect([rehearsal.state(1), rehearsal.state(2)]).toEqual(['preparing', 'preparing']);
  rehearsal.actors[1].send({ type: 'start pressed' });
  await rehearsal.pass(1_000);
  expect([rehearsal.state(1), rehearsal.state(2)]).toEqual(['ready', 'preparing']);
  rehearsal.actors[2].send({ type: 'start pressed' });
  await rehearsal.pass(1_000);
  expect(rehearsal.actors[1].getSnapshot().context.introStartsAt).toBeDefined();
  expect(rehearsal.actors[1].getSnapshot().context.introStartsAt).toBe(rehearsal.actors[2].getSnapshot().context.introStartsAt);
  await rehearsal.pass(proven.introDuration);
  expect([rehearsal.state(1), rehearsal.state(2)]).toEqual(['connected', 'connected']);
  const [first, second] = [1, 2].map((position) => rehearsal.actors[position as Position].getSnapshot().context);
  expect([first?.startsAt, second?.startsAt]).toEqual([
    (first?.introStartsAt ?? 0) + proven.introDuration,
    (first?.introStartsAt ?? 0) + proven.introDuration,
  ]);
  await rehearsal.pass(proven.connectionDuration);
  for (const position of [1, 2] as const) {
    expect(rehearsal.actors[position].getSnapshot().context.endReason).toBe('natural');
    const written = [...proven.introTextInstructions, ...proven.textInstructions]
      .map((item) => item[`user${position}Instruction`]?.en)
      .filter((text) => text !== undefined);
    expect(rehearsal.texts[position]).toEqual(written);
  }
});

test('[SIDE-71] a rehearsal that one side ends is over for the other', async () => {
  const early = new Rehearsal();
  await early.pass(durations.enteringRoom + 1_000);
  early.actors[1].send({ type: 'cancel pressed' });
  await early.pass(1_000);
  expect(early.actors[2].getSnapshot().context.endReason).toBe('cancel_other');
  const running = await started();
  await running.pass(proven.introDuration + 5_000);
  running.actors[2].send({ type: 'end pressed' });
  await running.pass(1_000);
  expect([1, 2].map((position) => running.actors[position as Position].getSnapshot().context.endReason)).toEqual([
    'manual_other',
    'manual_self',
  ]);
});
