import type { Durations } from '@unspoken/contract/durations';
import type { UserState } from '@unspoken/contract/encounters';
import type { Position } from '@unspoken/contract/rooms';
import { type EncounterActor, type EncounterSnapshot, encounterMachine, userStateOf } from '@unspoken/encounter/machine';
import type { PersonEvent } from '@unspoken/encounter/model';
import { noWindow } from '@unspoken/encounter/portrait-window';
import {
  type CallsPort,
  type Camera,
  DeviceRefused,
  type PeerPort,
  type Ports,
  type SocketPort,
  type TabMemory,
} from '@unspoken/encounter/ports';
import { ServerClock } from '@unspoken/encounter/server-clock';
import { silentSound } from '@unspoken/encounter/silent-sound';
import { createActor } from 'xstate';
import { Violation } from './audit.ts';
import type { SimulatedLooking } from './looking.ts';
import { PersonAudit, type Story } from './person-audit.ts';
import type { ScriptedPage } from './scripted-page.ts';
import type { SeededRandom } from './seeded-random.ts';
import { isCovered } from './veils.ts';
import type { Time } from './virtual-time.ts';
import type { SimulatedWindow } from './windows.ts';

export interface PersonOptions {
  readonly time: Time;
  /** A factor on the delays of everything this person does; 1 by default. */
  readonly pace?: number;
  /** How much longer than allowed a state may last, ms. */
  readonly tolerance?: number;
  readonly random: SeededRandom;
  /** Whether this person, when a connect request is refused at once, waits a while before the next one, as people do. */
  readonly patient?: boolean;
  readonly durations: Durations;
  readonly accountId: string;
  readonly socket: PersonLine;
  readonly peer: PeerPort;
  /** When a frame last reached this tab, by its peer connection. */
  readonly frameAt: () => number | undefined;
  /** For how long frames have reached this tab without interruption, ms, where that is known. */
  readonly seesFor?: () => number;
  readonly tab: TabMemory;
  readonly circle: CallsPort['circle'];
  /** Where there are experiences with scripts: what this page has of them. */
  readonly scripted?: (clock: ServerClock, skew: number) => ScriptedPage | undefined;
  /** Where there are portrait windows: that of this page. */
  readonly window?: SimulatedWindow | undefined;
  /** What this page has beside the specified minute. */
  readonly looking: SimulatedLooking;
  /** Where there are gatherings: what this person asks for when they connect in one. */
  readonly gathers?: () => Omit<ConnectPressed, 'type'> | undefined;
  readonly report: (room: { readonly roomID: string; readonly position: Position }) => Promise<void>;
  /** Unique ids. They are not drawn at random: the simulation's 32-bit source could repeat one, a real source does not. */
  readonly freshID: () => string;
  /** The error of this machine's clock, ms. */
  readonly skew: number;
  /** Called when this side of an encounter is complete. */
  readonly storyCompleted: (story: Story) => void;
  /** Adds a line to the chronicle. */
  readonly note: (what: string) => void;
  /** Called with a violation: an error thrown by an observer of the chart would be lost. */
  readonly violated: (error: unknown) => void;
}

type ConnectPressed = Extract<PersonEvent, { type: 'connect pressed' }>;

/** A person's socket: it can be cut, and may lose what it carries. */
export interface PersonLine extends SocketPort {
  cut(halfOpen: boolean): void;
  readonly line: { readonly loss: number };
  missesFor?(roomID: string): number;
}

/** A connect request that leads back to the lobby within this time, ms, has been refused. */
const refusedWithin = 1_000;

/** A simulated person at a browser tab: the real chart on modelled devices, with random decisions. */
export class SimulatedPerson {
  readonly actor: EncounterActor;
  readonly audit: PersonAudit;
  readonly #options: PersonOptions;
  readonly #clock: ServerClock;
  readonly #scripted: ScriptedPage | undefined;
  #state: UserState = 'present';
  /** When the current state was entered. */
  since: number;
  #plan: (() => void)[] = [];
  #story: Story | undefined;
  #disturbedAt = Number.NEGATIVE_INFINITY;
  #enteredAt = 0;
  #coveredAt = 0;
  #wasRefused = false;
  gone = false;
  guidanceAccepted = false;

  constructor(options: PersonOptions) {
    this.#options = options;
    this.since = options.time.now();
    this.audit = new PersonAudit(options.durations, options.tolerance);
    const { time, socket, random, skew } = options;
    const clock = {
      now: () => time.now() + skew,
      setTimeout: (run: () => void, delay: number) => time.after(delay, run),
      clearTimeout: (timer: unknown) => (timer as (() => void) | undefined)?.(),
    };
    this.#clock = new ServerClock({ clock, socket });
    this.#scripted = options.scripted?.(this.#clock, skew);
    const ports: Ports = {
      clock,
      socket,
      serverClock: this.#viewOf(this.#clock),
      camera: { open: ({ isFramed, lost }) => this.#openCamera(isFramed, lost) },
      window: options.window?.port ?? noWindow,
      microphone: this.#scripted?.microphone ?? { open: async () => ({ stream: 'a voice', stop: () => {} }) },
      sound: this.#scripted?.sound ?? { open: () => silentSound },
      tab: options.tab,
      peer: options.window?.watched(options.peer) ?? options.peer,
      calls: {
        iceServers: async () => ({ iceServers: [], relayOnly: false }),
        script: this.#scripted?.script ?? (() => Promise.reject(new Error('there are no scripts here'))),
        guidanceAccepted: () => {
          this.guidanceAccepted = true;
        },
        guidanceDeclined: () => {},
        cameraFailed: () => {},
        hidePositionGuideline: () => {},
        circle: options.circle,
      },
      ...{ additions: options.looking.additions, wishes: options.looking.wishes },
      freshID: options.freshID,
      agent: () => ({ timeZone: 'UTC', appName: '', appCodeName: '', language: 'en', userAgent: '' }),
    };
    this.actor = createActor(encounterMachine, {
      clock,
      input: {
        ports,
        durations: options.durations,
        person: {
          guidanceAccepted: random.chance(0.9),
          experienced: random.chance(0.3),
          showPositionGuideline: true,
          // Everybody may try the circle's pool: the server refuses those whose circle is empty.
          ...{ circleMatched: 1, isNew: options.looking.isNew, guest: false },
        },
      },
    });
    socket.listen((event) => {
      if (event.type === 'socket disconnected') this.disturb();
      if (event.type === 'socket connected') this.#clock.synchronise(3, 100);
    });
    this.actor.subscribe((snapshot) => {
      try {
        this.#observe(snapshot);
      } catch (error) {
        options.violated(error);
      }
    });
    this.actor.start();
    this.#decide('present');
  }

  get accountId(): string {
    return this.#options.accountId;
  }

  get tab(): TabMemory {
    return this.#options.tab;
  }

  get state(): UserState {
    return this.#state;
  }

  get roomID(): string | undefined {
    return this.actor.getSnapshot().context.room?.roomID;
  }

  /** For how long this person has seen a moving picture, ms. */
  get seesFor(): number {
    return this.#options.seesFor?.() ?? 0;
  }

  /** Whether this person's client knows when the minute begins. */
  get knowsStart(): boolean {
    return this.actor.getSnapshot().context.startsAt !== undefined;
  }

  /** For how long a message of their room has been missing here, ms: on a rough connection only. */
  get missesFor(): number {
    return this.#options.socket.missesFor?.(this.roomID ?? '') ?? 0;
  }

  /** Whether their partner cannot see them: under a veil, or in a minute to which they have returned and whose camera is not open yet. */
  get isUnseen(): boolean {
    return this.actor.getSnapshot().hasTag('we are coming back') || isCovered(this.actor.getSnapshot());
  }

  /** This person's connection or path was disturbed: promises about exact times no longer apply. */
  disturb(): void {
    this.#disturbedAt = this.#options.time.now();
    if (this.#story) {
      this.#story.undisturbed = false;
      this.#story.steady &&= this.#options.socket.isConnected();
    }
  }

  /** Throws a violation if a state has lasted too long, or if the screen shows a picture that stands still. */
  check(): void {
    const now = this.#options.time.now();
    this.audit.check(now, this.accountId);
    this.#scripted?.look();
    const snapshot = this.actor.getSnapshot();
    this.#options.looking.look(snapshot);
    if (this.#state !== 'connected' || snapshot.hasTag('the partner is interrupted')) return;
    // A person who returns to the minute has not received a frame yet.
    if (snapshot.hasTag('we are coming back')) this.since = now;
    if (isCovered(snapshot)) this.#coveredAt = now;
    // What is shown is decided one instant later.
    if (now === this.since) return;
    const frameAt = this.#options.frameAt() ?? 0;
    const still = now - Math.max(frameAt > this.#enteredAt ? frameAt : this.since, this.#coveredAt);
    if (still > 3_000)
      throw new Violation('A11', `${this.accountId} sees a picture that has stood still for ${Math.round(still)} ms`);
  }

  /** The tab is closed: it sends nothing more. */
  vanish(): void {
    this.gone = true;
    for (const stop of this.#plan) stop();
    this.#clock.stop();
    this.actor.stop();
    this.#options.socket.cut(false);
  }

  #observe(snapshot: EncounterSnapshot): void {
    if (this.gone) return;
    const { time } = this.#options;
    const state = userStateOf(snapshot);
    this.#scripted?.observe(snapshot, state);
    this.#options.window?.observe(snapshot, state === 'preparing');
    this.#options.looking.observe(snapshot, () => this.actor);
    const reason = snapshot.context.endReason;
    if (this.#story?.reason && state === 'disconnected' && this.#story.reason !== reason) {
      this.#story.reason = reason;
      this.#story.corrected = true;
    }
    if (state === this.#state) return;
    this.audit.entered(state, time.now(), this.#options.accountId, this.#scripted?.current);
    const before = this.#state;
    const lasted = time.now() - this.since;
    this.#wasRefused = this.#options.patient === true && before === 'waiting' && state === 'present' && lasted < refusedWithin;
    this.#state = state;
    this.since = time.now();
    this.#options.note(`${before} -> ${state}${state === 'disconnected' ? ` (${reason})` : ''}`);
    if (state === 'enteringRoom') {
      this.#enteredAt = this.since;
      this.#story = {
        roomID: snapshot.context.room?.roomID as string,
        accountId: this.#options.accountId,
        steady: true,
        ...{ script: this.#scripted?.current, length: snapshot.context.room?.length },
        undisturbed: time.now() - this.#disturbedAt > 10_000 && this.#options.socket.line.loss === 0,
      };
    }
    if (state === 'connected' && this.#story) this.#story.startedAt = time.now();
    if (state === 'disconnected' && this.#story) {
      this.#story.endedAt = time.now();
      this.#story.reason = reason;
    }
    if (before === 'disconnected' && this.#story) {
      this.#scripted?.completed(this.#story);
      this.#options.storyCompleted(this.#story);
      this.#story = undefined;
    }
    if (before === 'mediaDenied') this.#story = undefined;
    for (const stop of this.#plan.splice(0)) stop();
    this.#decide(state);
  }

  /** The chart's view of the server's clock. */
  #viewOf(clock: ServerClock): Ports['serverClock'] {
    const view = this.#scripted?.serverClock(clock) ?? clock;
    return {
      local: (instant, sentAt) => view.local(instant, sentAt),
      measured: (instant) => view.measured(instant),
      refine: () => clock.refine(),
    };
  }

  /** Plans what this person does in the state they have entered. */
  #decide(state: UserState): void {
    const { random, durations } = this.#options;
    const maybe = (probability: number, delay: number, event: PersonEvent) => {
      if (random.chance(probability)) this.#later(delay, event);
    };
    this.#scripted?.decide(state, (delay, event) => this.#later(delay, event));
    this.#options.looking.decide(state, this.#plan, this.actor);
    switch (state) {
      case 'present':
        this.#pressRepeatedly(this.#wasRefused ? random.between(5_000, 60_000) : random.between(100, 15_000), {
          type: 'connect pressed',
          poolType: random.chance(0.15) ? 'myCircle' : 'anyone',
          noRepeat: random.chance(0.3),
          ...this.#scripted?.connects(),
          ...this.#options.gathers?.(),
        });
        maybe(0.05, random.between(0, 20_000), { type: 'page hidden' });
        break;
      case 'absent':
        this.#later(random.between(100, 60_000), { type: 'page shown' });
        break;
      case 'firstTimeGuidance':
        maybe(0.3, random.between(0, 20_000), { type: 'language list opened' });
        this.#later(21_000, { type: 'language list closed' });
        this.#later(40_000, random.chance(0.9) ? { type: 'guidance accepted' } : { type: 'guidance declined' });
        break;
      case 'waiting':
        maybe(0.15, random.chance(0.5) ? random.around(200) : random.between(0, 30_000), { type: 'cancel pressed' });
        break;
      case 'enteringRoom':
        maybe(0.1, random.between(0, 9_000), { type: 'language list opened' });
        maybe(0.5, random.between(9_000, 30_000), { type: 'language list closed' });
        maybe(0.03, random.between(0, 10_000), { type: 'cancel pressed' });
        break;
      case 'preparing':
        if (random.chance(0.93)) this.#later(random.between(3_010, 15_000), { type: 'start pressed' });
        maybe(0.03, random.between(0, 20_000), { type: 'cancel pressed' });
        for (const { delay, event } of this.#options.window?.choices() ?? []) this.#later(delay, event);
        break;
      case 'ready':
        maybe(0.03, random.between(0, 12_000), { type: 'end pressed' });
        break;
      case 'connected':
        maybe(0.1, random.between(0, durations.connectionDuration), { type: 'end pressed' });
        maybe(0.05, durations.connectionDuration - random.between(0, 150), { type: 'end pressed' });
        maybe(0.2, random.between(0, 60_000), { type: 'controls wanted' });
        if (random.chance(0.004)) this.#reportAfter(random.between(0, 60_000));
        break;
      case 'digesting':
        maybe(0.6, random.between(100, 3_000), { type: 'thank pressed' });
        maybe(0.1, random.between(100, 3_000), { type: 'thank pressed' });
        maybe(0.5, random.between(100, 3_000), { type: 'add to circle pressed' });
        maybe(0.1, random.between(100, 6_000), { type: 'remove from circle pressed' });
        if (random.chance(0.006)) this.#reportAfter(random.between(100, 3_000));
        this.#later(random.between(2_000, 8_000), { type: 'move on pressed' });
        break;
    }
  }

  #reportAfter(delay: number): void {
    const { time, report } = this.#options;
    const { room } = this.actor.getSnapshot().context;
    if (room)
      this.#plan.push(
        time.after(
          delay,
          () =>
            void report(room).then(
              () => this.actor.send({ type: 'report sent', roomID: room.roomID }),
              () => {},
            ),
        ),
      );
  }

  /** Presses, and presses again every 20 s while nothing happens. */
  #pressRepeatedly(delay: number, event: PersonEvent): void {
    const { time, pace = 1 } = this.#options;
    this.#plan.push(
      time.after(delay * pace, () => {
        this.#pressRepeatedly(20_000, event);
        this.actor.send(event);
      }),
    );
  }

  #later(delay: number, event: PersonEvent): void {
    const { time, pace = 1 } = this.#options;
    this.#plan.push(time.after(delay * pace, () => this.actor.send(event)));
  }

  #openCamera(isFramed: boolean, lost: () => void): Promise<Camera> {
    const { random, time, window } = this.#options;
    if (random.chance(0.01)) return new Promise(() => {});
    return new Promise((resolve, reject) => {
      time.after(random.between(50, 2_000), () => {
        if (random.chance(0.02)) reject(new DeviceRefused('NotAllowedError'));
        else {
          const unplug = random.chance(0.02) ? time.after(random.between(100, 60_000), lost) : undefined;
          const camera = { stream: 'a picture', isFramed: false, stop: () => unplug?.() };
          resolve(window?.opened(camera, isFramed) ?? camera);
        }
      });
    });
  }
}
