import type { Language } from '@unspoken/contract/languages';
import type { PageDurations } from '@unspoken/contract/page-durations';
import { otherPosition, type Position } from '@unspoken/contract/rooms';
import { planOf } from '@unspoken/contract/script-time';
import { inLanguage, type Script } from '@unspoken/contract/scripts';
import { type EncounterActor, encounterMachine } from '@unspoken/encounter/machine';
import { noWindow } from '@unspoken/encounter/portrait-window';
import type { Ports } from '@unspoken/encounter/ports';
import { RehearsalRoom, rehearsingPerson } from '@unspoken/encounter/rehearsal';
import { silentSound } from '@unspoken/encounter/silent-sound';
import { unkeptWishes } from '@unspoken/encounter/statements';
import { createActor } from 'xstate';
import { browserCamera } from '../encounters/camera.ts';
import { browserClock as clock } from '../encounters/clock.ts';
import { browserMicrophone } from '../encounters/microphone.ts';
import { browserPeer } from '../encounters/peer.ts';
import { browserSound } from '../encounters/sound.ts';
import { agent } from '../platform/agent.ts';
import { freshID } from '../platform/fresh-id.ts';
import { drawPartner } from './drawn-partner.ts';

interface RehearsalOptions {
  readonly type: string;
  readonly script: Script;
  /** Where the author sits. */
  readonly position: Position;
  /** In which both sides read and hear it. */
  readonly language: Language;
  readonly durations: PageDurations;
}

/**
 * Runs the chart of a session in this page, with the author's camera, against a second chart whose picture is drawn and which presses
 * Start by itself. Nothing leaves the browser. Source: requirements/studio 6.1.
 */
export function startRehearsal({ type, script, position, language, durations }: RehearsalOptions): {
  readonly actor: EncounterActor;
  readonly stop: () => void;
} {
  const { introDuration } = script;
  const room = new RehearsalRoom({ clock, introDuration, lead: durations.beginLead });
  const drawn = drawPartner();
  const quiet = new AudioContext();
  const silent = quiet.createMediaStreamDestination();
  const chart = (seat: Position, devices: Pick<Ports, 'camera' | 'microphone' | 'sound'>): EncounterActor => {
    const ports: Ports = {
      ...{ clock, freshID, agent, peer: browserPeer, socket: room.socket(seat), ...devices },
      // Nothing leaves the page.
      window: noWindow,
      additions: [],
      wishes: unkeptWishes,
      serverClock: { local: (instant) => instant, measured: (instant) => instant, refine: () => {} },
      tab: {
        ...{ connectRequest: () => undefined, rememberRequest: () => {}, room: () => undefined, groupSpace: () => undefined },
        ...{ remember: () => {}, microphoneOff: () => false, rememberMicrophoneOff: () => {} },
        ...{ isFramed: () => false, rememberFramed: () => {}, veil: () => undefined, rememberVeil: () => {} },
        ...{ clearIn: () => undefined, rememberClear: () => {} },
      },
      calls: {
        iceServers: async () => ({ iceServers: [], relayOnly: false }),
        script: async () => ({
          name: inLanguage(script.name, language, script) ?? '',
          plan: withAddresses(planOf(script, seat, language)),
        }),
        ...{ guidanceAccepted: () => {}, guidanceDeclined: () => {}, cameraFailed: () => {}, hidePositionGuideline: () => {} },
        circle: () => Promise.reject(new Error('a rehearsal has no circle')),
      },
    };
    return createActor(encounterMachine, { clock, input: { ports, durations, person: rehearsingPerson } }).start();
  };
  const actor = chart(position, { camera: browserCamera, microphone: browserMicrophone, sound: browserSound });
  const partner = chart(otherPosition(position), {
    camera: { open: () => Promise.resolve({ stream: drawn.stream, isFramed: false, stop: () => {} }) },
    microphone: { open: () => Promise.resolve({ stream: silent.stream, stop: () => {} }) },
    // Heard by nobody: both sides are in this page.
    sound: { open: (emit) => ({ ...silentSound, load: () => void clock.setTimeout(() => emit({ type: 'sounds loaded' }), 0) }) },
  });
  partner.subscribe((snapshot) => {
    if (snapshot.hasTag('start is offered')) queueMicrotask(() => partner.send({ type: 'start pressed' }));
  });
  for (const each of [actor, partner])
    each.send({ type: 'connect pressed', poolType: 'anyone', noRepeat: false, experienceType: type });
  return {
    actor,
    stop: () => {
      actor.stop();
      partner.stop();
      drawn.stop();
      void quiet.close();
    },
  };
}

/** The plan with the addresses of its sounds instead of their ids. */
const withAddresses = (plan: ReturnType<typeof planOf>): ReturnType<typeof planOf> => ({
  ...plan,
  sounds: Object.fromEntries(
    Object.entries(plan.sounds).map(([phase, sound]) => [phase, { ...sound, media: `/media/${sound.media}.mp3` }]),
  ),
});
