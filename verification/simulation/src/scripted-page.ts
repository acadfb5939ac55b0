import { isDeepStrictEqual } from 'node:util';
import { shippedDurations } from '@unspoken/contract/durations';
import type { UserState } from '@unspoken/contract/encounters';
import type { Language } from '@unspoken/contract/languages';
import type { Position } from '@unspoken/contract/rooms';
import { planOf } from '@unspoken/contract/script-time';
import { inLanguage, type Script } from '@unspoken/contract/scripts';
import type { EncounterSnapshot } from '@unspoken/encounter/machine';
import type { PersonEvent } from '@unspoken/encounter/model';
import type { CallsPort, MicrophonePort, ReceivedScript, ScriptSide, SoundPort } from '@unspoken/encounter/ports';
import type { ServerClock } from '@unspoken/encounter/server-clock';
import { Violation } from './audit.ts';
import { modelMicrophone, modelSound } from './devices.ts';
import type { Membership } from './experiences.ts';
import type { Story } from './person-audit.ts';
import type { NamedStarts } from './script-audit.ts';
import { ScriptWatch } from './script-watch.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Time } from './virtual-time.ts';

export interface ScriptedPageOptions {
  readonly time: Time;
  readonly random: SeededRandom;
  readonly accountId: string;
  /** The error of this machine's clock, ms. */
  readonly skew: number;
  readonly types: readonly string[];
  readonly membership: Membership;
  /** The script that the server answers. */
  readonly fetch: (side: ScriptSide) => Promise<Script>;
  /** The script of a room by the records, and the position of this account. */
  readonly recorded: (roomID: string) => { readonly script: Script; readonly position: Position } | undefined;
  readonly named: (roomID: string) => NamedStarts;
  /** This machine's time of a server instant, as its clock is measured. */
  readonly measured: (serverInstant: number) => number | undefined;
  readonly violated: (error: unknown) => void;
}

const languages: readonly Language[] = ['en', 'de', 'fr', 'it'];

/** What one page has of experiences: its devices, its language, what its user does, and what is to be seen and heard. */
export class ScriptedPage {
  readonly microphone: MicrophonePort;
  readonly sound: SoundPort;
  protected readonly modelled: SoundPort;
  readonly #options: ScriptedPageOptions;
  #watch: ScriptWatch | undefined;
  #isMicrophoneOpen = false;
  #language: Language;
  /** The last request for the script, and the language of the answer that came to it in time. */
  #requests = 0;
  #answered: { readonly request: number; readonly language: Language } | undefined;

  constructor(options: ScriptedPageOptions) {
    this.#options = options;
    const { random } = options;
    this.#language = random.pick(languages);
    this.microphone = modelMicrophone(options, (isOpen) => {
      this.#isMicrophoneOpen = isOpen;
      this.#watched((watch) => watch.microphone(isOpen));
    });
    this.modelled = modelSound(options, {
      plays: (phase, address, startsAt) => this.#watched((watch) => watch.plays(phase, address, startsAt)),
      silenced: (keeps) => this.#watched((watch) => watch.silenced(keeps)),
      opens: (isOpen) => this.#watched((watch) => watch.opens(isOpen)),
    });
    this.sound = this.modelled;
  }

  /** Sound of this page begins or ceases to be on its way to the partner. */
  sends(isSending: boolean): void {
    this.#watched((watch) => watch.sends(isSending));
  }

  /** The call for the script: it takes a while, sometimes fails, and sometimes is never answered. */
  readonly script: CallsPort['script'] = async (side) => {
    const { random, time, fetch } = this.#options;
    const request = ++this.#requests;
    const language = this.#language;
    const requestedAt = time.now();
    const what = random.next();
    if (what < 0.02) return new Promise(() => {});
    const script = await fetch(side);
    await new Promise<void>((resolve) => void time.after(random.around(200), resolve));
    if (what < 0.04) throw new Error('the answer is lost');
    // The page has given up a request that takes longer; after the last attempt it keeps the script it has.
    const isInTime = time.now() - requestedAt < shippedDurations.scriptAttempt;
    if (isInTime && request === this.#requests) this.#answered = { request, language };
    return this.received(script, side.position, language);
  };

  protected received(script: Script, position: Position, language: Language): ReceivedScript {
    return { name: inLanguage(script.name, language, script) ?? '', plan: planOf(script, position, language) };
  }

  /** The chart's view of the server's clock. */
  serverClock(clock: ServerClock): Pick<ServerClock, 'local' | 'measured'> {
    return clock;
  }

  /** What is asked for when this user connects; undefined for the minute. */
  connects(): Pick<Extract<PersonEvent, { type: 'connect pressed' }>, 'experienceType' | 'poolType'> | undefined {
    const { random, types, membership } = this.#options;
    if (!random.chance(membership === 'none' ? 0.1 : 0.75)) return undefined;
    // Some ask for what they have no right to.
    const inCircle = random.chance(membership === 'subscriber' ? 0.35 : 0.9);
    return { experienceType: random.pick(types), poolType: inCircle ? 'myCircle' : 'anyone' };
  }

  /** What this user does in a room with a script, besides what everybody does. */
  decide(state: UserState, later: (delay: number, event: PersonEvent) => void): void {
    const { random, time } = this.#options;
    if (!this.#watch) return;
    switch (state) {
      case 'enteringRoom':
        if (random.chance(0.3)) {
          const delay = random.between(0, 11_000);
          const language = random.pick(languages);
          time.after(delay, () => {
            this.#language = language;
          });
          later(delay, { type: 'language changed' });
        }
        break;
      case 'preparing':
        // Start is offered once the sounds are there.
        if (random.chance(0.95))
          for (let delay = random.between(3_010, 10_000); delay < 40_000; delay += 2_000) later(delay, { type: 'start pressed' });
        break;
      case 'connected':
        if (random.chance(0.05)) later(random.between(0, 60_000), { type: 'microphone pressed' });
        if (random.chance(0.05)) later(random.between(0, 60_000), { type: 'sound pressed' });
        if (random.chance(0.05)) later(random.between(0, 60_000), { type: 'captions pressed' });
        break;
    }
  }

  /** The script of the room that the page is in, where it has one. */
  get current(): Script | undefined {
    return this.#watch?.script;
  }

  observe(snapshot: EncounterSnapshot, state: UserState): void {
    const { roomID } = snapshot.context.room ?? {};
    if (roomID === undefined) this.#watch = undefined;
    else if (this.#watch?.roomID !== roomID) this.#enter(roomID);
    const watch = this.#watch;
    if (!watch) return;
    watch.observe(snapshot, state);
    const language = this.#answered?.request === this.#requests ? this.#answered.language : watch.language;
    // What was asked for before the user's own picture may still arrive; after Start nothing is taken.
    if (language !== undefined && !watch.isFixed) watch.language = language;
    if (!watch.isFixed && snapshot.context.script && !['waiting', 'enteringRoom', 'gettingMedia', 'preparing'].includes(state))
      this.#fix(snapshot);
  }

  /** Every 200 ms. */
  look(): void {
    this.#watch?.look();
  }

  /** This side of an encounter is complete. */
  completed(story: Story): void {
    if (this.#watch?.roomID === story.roomID) this.#watch.completed(story);
  }

  #enter(roomID: string): void {
    const { recorded, named } = this.#options;
    const record = recorded(roomID);
    this.#answered = undefined;
    this.#watch = record && new ScriptWatch({ ...this.#options, ...record, roomID, named: () => named(roomID) });
    this.#watch?.microphone(this.#isMicrophoneOpen);
  }

  /** From here on the page keeps its script: it is the one of this side, in the language chosen last. */
  #fix({ context }: EncounterSnapshot): void {
    const watch = this.#watch as ScriptWatch;
    watch.isFixed = true;
    const { script, position, language, roomID } = watch;
    const { accountId } = this.#options;
    if (language === undefined || !isDeepStrictEqual(context.script?.plan, planOf(script, position, language)))
      throw new Violation(
        'EXP-28',
        `${accountId} has another script in ${roomID} than the one of side ${position} in ${language}`,
      );
  }

  #watched(act: (watch: ScriptWatch) => void): void {
    if (!this.#watch) return;
    try {
      act(this.#watch);
    } catch (error) {
      this.#options.violated(error);
    }
  }
}
