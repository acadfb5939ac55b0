import type { CircleFlags } from '@unspoken/contract/circle';
import { type Durations, shippedDurations } from '@unspoken/contract/durations';
import type { RoomMessageName, WireAddition } from '@unspoken/contract/encounters';
import type { LengthWish, ShortLength } from '@unspoken/contract/lengths';
import { matchmakerEvents, type Pool } from '@unspoken/contract/matchmaking';
import { createActor } from 'xstate';
import { type EncounterActor, encounterMachine, userStateOf } from './machine.ts';
import type { Person, PersonEvent } from './model.ts';
import {
  type Camera,
  type Company,
  type ConnectRequest,
  DeviceRefused,
  type Microphone,
  type PeerEvent,
  type Ports,
  type ReceivedScript,
  type RememberedVeil,
  type SocketEvent,
  type SoundDirections,
  type SoundEvent,
  type Wishes,
} from './ports.ts';
import { StandingClock } from './standing-clock.ts';
import { noWishes } from './statements.ts';

interface Emitted {
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

/** What a user has beside the specified minute. */
interface Beside {
  readonly windows?: boolean | undefined;
  readonly additions?: readonly WireAddition[];
  readonly wishes?: Partial<Wishes>;
}

/** One user's chart, with everything around it controlled by the test. */
export class Testbed {
  readonly clock = new StandingClock();
  readonly emitted: Emitted[] = [];
  readonly shown: Camera[] = [];
  /** The same, with the times in which nothing was sent. */
  readonly pictures: (Camera | undefined)[] = [];
  /** Whether what is sent was made soft, in order. */
  readonly softened: boolean[] = [];
  readonly called: string[] = [];
  readonly actor: EncounterActor;
  connected = true;
  /** Whether the server acknowledges events. */
  answering = true;
  /** The server's answer to an event, where it is not the usual success. */
  readonly answers: Record<string, object> = {};
  /** The server's answer about the circle; undefined if the server is unreachable. */
  circleFlags: CircleFlags | undefined = {
    success: true,
    addedByOther: false,
    alreadyInMyCircleAddedByMe: false,
    alreadyInMyCircleMatched: false,
    otherIsGuest: false,
  };
  camera: 'opens' | 'is refused' | 'stays silent' = 'opens';
  microphone: 'opens' | 'is refused' | 'stays silent' = 'opens';
  /** The script that the server sends; undefined if it cannot be had. */
  script: ReceivedScript | undefined;
  /** What was asked of the sound, and the microphones that were sent. */
  readonly heard: string[] = [];
  readonly spoken: (Microphone | undefined)[] = [];
  readonly soundAllowed: (SoundDirections | undefined)[] = [];
  /** What a measurement of the server's clock finds, ms: the two clocks agree otherwise. */
  clockError = 0;
  /** What outlives a reload of the tab. */
  rememberedRoom: string | undefined;
  rememberedGroup: string | undefined;
  rememberedRequest: ConnectRequest | undefined;
  rememberedMicrophoneOff = false;
  rememberedFramed = false;
  rememberedVeil: RememberedVeil | undefined;
  rememberedClear: string | undefined;
  keptWishes: Wishes = noWishes;
  lengthWish: LengthWish = {};
  /** What the room of `enter` has instead of the minute. */
  meetingLength: ShortLength | undefined;
  /** What the page has beside the specified minute. */
  readonly additions: readonly WireAddition[];
  /** Of these, what the page of the partner has, too. */
  shared: readonly WireAddition[];
  /** Whether there are portrait windows, and whether the cameras that open from now on have one if they are asked for it. */
  readonly windows: boolean | undefined;
  framesCameras = true;
  readonly windowChoices: Partial<Record<Company, boolean>> = {};
  /** Takes the open camera, or microphone, away. */
  loseCamera: () => void = () => {};
  loseMicrophone: () => void = () => {};
  /** Reports what the sound does. */
  sound: (event: SoundEvent) => void = () => {};
  /** The call that the page has just shown in a pool. */
  callFor: (pool: Pool) => string | undefined = () => undefined;
  /** What `enter` adds to Connect. */
  connecting: Partial<Extract<PersonEvent, { type: 'connect pressed' }>> = {};
  #numbers = 0;
  #seq = 0;
  #emitPeer: (event: PeerEvent) => void = () => {};
  readonly #listeners = new Set<(event: SocketEvent) => void>();

  constructor(
    person: Partial<Person> = {},
    durations: Partial<Durations> = {},
    { windows, additions = [], wishes }: Beside = {},
  ) {
    this.windows = windows;
    this.additions = additions;
    this.shared = additions;
    this.keptWishes = { ...noWishes, ...wishes };
    const ports: Ports = {
      clock: this.clock,
      socket: {
        isConnected: () => this.connected,
        emit: (event, payload, answered) => {
          this.emitted.push({ event, payload: payload as Record<string, unknown> });
          if (this.answering) answered?.(this.answers[event] ?? { ok: true, position: 1, heard: 0 });
        },
        listen: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      serverClock: {
        local: (serverInstant, sentAt) => this.clock.now() + serverInstant - sentAt,
        measured: (serverInstant) => serverInstant + this.clockError,
        refine: () => void this.called.push('clock refined'),
      },
      camera: {
        open: ({ deviceId, isFramed, lost }) => {
          if (deviceId) this.called.push(`camera ${deviceId}`);
          this.loseCamera = lost;
          return this.#open(isFramed && this.framesCameras);
        },
      },
      window: {
        isAvailable: this.windows,
        choice: (company) => this.windowChoices[company],
        choose: (company, isFramed) => {
          this.windowChoices[company] = isFramed;
        },
      },
      microphone: {
        open: ({ lost }) => {
          this.called.push('microphone asked');
          this.loseMicrophone = lost;
          return this.#openMicrophone();
        },
      },
      sound: {
        open: (emit) => {
          this.sound = emit;
          const note = (what: string) => void this.heard.push(what);
          return {
            load: (addresses) => note(`load ${addresses.join(' ')}`),
            allow: () => note('allow'),
            play: (phase, address, startsAt) => note(`play ${phase} ${address} at ${startsAt}`),
            silence: (keeps) => note(keeps ? `silence but for ${keeps}` : 'silence'),
            mute: (isMuted) => note(isMuted ? 'mute' : 'unmute'),
            takeVoice: (stream) => note(`voice ${stream}`),
            openVoice: (isOpen) => note(isOpen ? 'voice open' : 'voice shut'),
            close: () => note('close'),
          };
        },
      },
      tab: {
        connectRequest: () => this.rememberedRequest,
        rememberRequest: (request) => {
          this.rememberedRequest = request;
        },
        room: () => this.rememberedRoom,
        groupSpace: () => this.rememberedGroup,
        remember: (roomID, groupSpace) => {
          this.rememberedRoom = roomID;
          this.rememberedGroup = groupSpace;
        },
        microphoneOff: () => this.rememberedMicrophoneOff,
        rememberMicrophoneOff: (isOff) => {
          this.rememberedMicrophoneOff = isOff;
        },
        veil: () => this.rememberedVeil,
        rememberVeil: (veil) => {
          this.rememberedVeil = veil;
        },
        clearIn: () => this.rememberedClear,
        rememberClear: (roomID) => {
          this.rememberedClear = roomID;
        },
        isFramed: () => this.rememberedFramed,
        rememberFramed: (isFramed) => {
          this.rememberedFramed = isFramed;
        },
      },
      wishes: {
        offered: ['signs', 'soft', 'ownPicture'],
        kept: () => this.keptWishes,
        keep: (wishes) => {
          this.keptWishes = wishes;
        },
        length: () => this.lengthWish,
      },
      peer: {
        open: ({ emit, sound }) => {
          this.#emitPeer = emit;
          this.soundAllowed.push(sound);
          return {
            speak: (microphone) => void this.spoken.push(microphone),
            allowSound: (allowed) => void this.soundAllowed.push(allowed),
            configure: () => void this.called.push('configured'),
            offer: () => void this.called.push('offer'),
            receiveDescription: ({ type }) => void this.called.push(`takes ${type}`),
            receiveCandidate: ({ candidate }) => void this.called.push(`takes ${candidate}`),
            restart: () => void this.called.push('restart'),
            soften: (isSoft) => void this.softened.push(isSoft),
            show: (camera) => {
              this.pictures.push(camera);
              if (camera) this.shown.push(camera);
            },
            close: () => void this.called.push('peer closed'),
          };
        },
      },
      calls: {
        iceServers: async () => ({ iceServers: [], relayOnly: false }),
        script: async ({ type, position, roomID }) => {
          this.called.push(`script ${type} ${position} ${roomID}`);
          if (!this.script) throw new Error('the server is away');
          return this.script;
        },
        guidanceAccepted: () => void this.called.push('guidance accepted'),
        guidanceDeclined: () => void this.called.push('guidance declined'),
        cameraFailed: (reason) => void this.called.push(`camera failed: ${reason}`),
        hidePositionGuideline: () => void this.called.push('guideline hidden'),
        circle: async (command) => {
          this.called.push(`circle: ${command}`);
          if (!this.circleFlags) throw new Error('the server is away');
          return this.circleFlags;
        },
      },
      additions: this.additions,
      freshID: () => `click-${++this.#numbers}`,
      callFor: (pool) => this.callFor(pool),
      agent: () => ({
        timeZone: 'Europe/Lisbon',
        appName: 'Netscape',
        appCodeName: 'Mozilla',
        language: 'pt',
        userAgent: 'a test',
      }),
    };
    this.actor = createActor(encounterMachine, {
      clock: this.clock,
      input: {
        ports,
        durations: { ...shippedDurations, ...durations },
        person: {
          guidanceAccepted: true,
          experienced: false,
          showPositionGuideline: true,
          isNew: false,
          circleMatched: 0,
          guest: false,
          ...person,
        },
      },
    });
    this.actor.start();
  }

  get state() {
    return userStateOf(this.actor.getSnapshot());
  }

  /** Whether the chart is in a state with this tag. */
  has(tag: string): boolean {
    return this.actor.getSnapshot().hasTag(tag);
  }

  get context() {
    return this.actor.getSnapshot().context;
  }

  do(event: PersonEvent): void {
    this.actor.send(event);
  }

  hear(event: SocketEvent): void {
    if (event.type === 'socket disconnected') this.connected = false;
    if (event.type === 'socket connected') this.connected = true;
    for (const listener of [...this.#listeners]) listener(event);
  }

  /** Delivers a message of the partner, or of the server, in the room. */
  message(name: RoomMessageName, more: object = {}): void {
    const position = this.context.room?.position === 1 ? 2 : 1;
    this.hear({ type: 'room message arrived', message: { roomID: 'room', name, position, seq: ++this.#seq, ...more } });
  }

  peer(event: PeerEvent): void {
    this.#emitPeer(event);
  }

  sent(name: string): Emitted[] {
    return this.emitted.filter(({ event, payload }) => event === 'room:send' && payload.name === name);
  }

  async settle(): Promise<void> {
    for (let turns = 0; turns < 20; turns++) await undefined;
  }

  /** From the lobby to a confirmed room. */
  async enter(position: 1 | 2 = 2): Promise<void> {
    this.do({
      type: 'connect pressed',
      poolType: 'anyone',
      noRepeat: false,
      ...(this.script && { experienceType: 'questions' }),
      ...this.connecting,
    });
    const length = this.meetingLength;
    const event = { type: matchmakerEvents.connectReceived, roomID: 'room', position, ...(length && { length }) };
    this.hear({ type: 'matchmaker event arrived', event });
    this.message('hello');
    await this.settle();
  }

  /** On to the user's own picture. */
  async prepare(position: 1 | 2 = 2): Promise<void> {
    await this.enter(position);
    this.clock.advance(shippedDurations.enteringRoom);
    await this.settle();
  }

  /** On to the running minute. */
  async begin(position: 1 | 2 = 2): Promise<void> {
    await this.pressStart(position);
    this.beginAfterStart();
  }

  /** On to Start, which the partner has not pressed. */
  async pressStart(position: 1 | 2 = 2): Promise<void> {
    await this.prepare(position);
    this.clock.advance(shippedDurations.startButtonDelay);
    this.do({ type: 'start pressed' });
  }

  /** The partner presses Start as well, is seen, and the minute begins. */
  beginAfterStart(): void {
    this.message('ready');
    this.peer({ type: 'peer connected' });
    this.peer({ type: 'frame arrived' });
    const now = this.clock.now();
    this.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + 4_000, now, additions: this.shared } });
    this.watch(4_000);
  }

  /** Lets time pass while the partner's picture keeps moving. */
  watch(milliseconds: number): void {
    for (let left = milliseconds; left > 0; left -= 500) {
      this.clock.advance(Math.min(500, left));
      this.peer({ type: 'frame arrived' });
    }
  }

  #open(isFramed: boolean): Promise<Camera> {
    if (this.camera === 'stays silent') return new Promise(() => {});
    if (this.camera === 'is refused') return Promise.reject(new DeviceRefused('NotAllowedError'));
    return Promise.resolve({ stream: 'own picture', isFramed, stop: () => void this.called.push('camera stopped') });
  }

  #openMicrophone(): Promise<Microphone> {
    if (this.microphone === 'stays silent') return new Promise(() => {});
    if (this.microphone === 'is refused') return Promise.reject(new DeviceRefused('NotAllowedError'));
    return Promise.resolve({ stream: 'own voice', stop: () => void this.called.push('microphone stopped') });
  }
}
