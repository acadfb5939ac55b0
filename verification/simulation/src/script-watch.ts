import { shippedDurations } from '@unspoken/contract/durations';
import type { UserState } from '@unspoken/contract/encounters';
import type { Language } from '@unspoken/contract/languages';
import type { Position } from '@unspoken/contract/rooms';
import { type AudioWindow, audioWindows, type ScriptPhase } from '@unspoken/contract/script-time';
import type { Script } from '@unspoken/contract/scripts';
import type { EncounterSnapshot } from '@unspoken/encounter/machine';
import { Violation } from './audit.ts';
import type { Story } from './person-audit.ts';
import type { NamedStarts } from './script-audit.ts';
import type { Time } from './virtual-time.ts';

export interface ScriptWatchOptions {
  readonly time: Time;
  readonly accountId: string;
  readonly skew: number;
  readonly roomID: string;
  readonly script: Script;
  readonly position: Position;
  readonly named: () => NamedStarts;
  readonly measured: (serverInstant: number) => number | undefined;
}

/** Edges of microphone windows, and events of a script, are this exact, ms. Source: requirements/experiences 18.4, 18.5. */
const edge = 250;
const event = 100;
/** With this error of its estimate of the server's clock a page can keep these bounds, ms. */
const good = { edge: 200, event: 60 };
/** A start that was noted with a worse estimate is corrected after this time, ms. */
const correctedWithin = shippedDurations.clockCheck + shippedDurations.clockMeasured + 100;

interface Shown {
  readonly text: string;
  readonly at: number;
}

/** The two sides' texts in a phase, from the script itself. */
const textsOf = (script: Script, phase: 'intro' | 'connection', position: Position, language: Language) =>
  script[phase === 'intro' ? 'introTextInstructions' : 'textInstructions'].flatMap(
    ({ time, user1Instruction, user2Instruction }) => {
      const texts = position === 1 ? user1Instruction : user2Instruction;
      const text = texts?.[language] ?? texts?.[script.sourceLanguage];
      return text === undefined ? [] : [{ time, text, phase }];
    },
  );

/**
 * What is seen and heard on one page in one room with a script, compared with the script of the records and with the starts that the
 * server has named. Times are virtual; the page's own clock may be a day off.
 */
export class ScriptWatch {
  readonly roomID: string;
  readonly script: Script;
  readonly position: Position;
  language: Language | undefined;
  /** The script of the page cannot change any more. */
  isFixed = false;
  readonly #options: ScriptWatchOptions;
  readonly #shown: Shown[] = [];
  /** When each text was last taken away. */
  readonly #goneAt = new Map<string, number>();
  #text: string | undefined;
  #isNamed = false;
  /** The page's start, and when it was last corrected by more than a text may be late. */
  #startsAt: number | undefined;
  #correctedAt = Number.NEGATIVE_INFINITY;
  #endReason = '';
  #state: UserState = 'waiting';
  readonly #playing = new Set<ScriptPhase>();
  readonly #played = new Set<ScriptPhase>();
  #sendingSince: number | undefined;
  readonly #sent: AudioWindow[] = [];
  #isOpen = false;
  /** When a microphone was open, or taken away; when its user wanted it off. */
  #hadMicrophone = true;
  #hasMicrophone = false;
  #wasSwitched = false;
  #soundFailed = false;
  /** When the estimate of the server's clock was last too bad, and the worst error since the intro was named, ms. */
  #badAt = Number.NEGATIVE_INFINITY;
  #worst = 0;
  #namedAt = 0;
  /** When the last frame of the partner arrived. */
  #frameAt: number | undefined;
  #seenAt = Number.NEGATIVE_INFINITY;

  constructor(options: ScriptWatchOptions) {
    this.#options = options;
    this.roomID = options.roomID;
    this.script = options.script;
    this.position = options.position;
  }

  observe({ context }: EncounterSnapshot, state: UserState): void {
    const { time } = this.#options;
    this.#noteClock();
    this.#state = state;
    this.#endReason = context.endReason;
    if (context.startNamed && !this.#isNamed) this.#namedAt = time.now();
    this.#isNamed = context.startNamed;
    if (context.frameAt !== this.#frameAt) this.#seenAt = time.now();
    this.#frameAt = context.frameAt;
    if (Math.abs((context.startsAt ?? 0) - (this.#startsAt ?? context.startsAt ?? 0)) > event) this.#correctedAt = time.now();
    this.#startsAt = context.startsAt;
    // Under the veil nothing is sent either.
    this.#wasSwitched ||= context.microphoneOff || context.veil !== undefined;
    this.#soundFailed ||= context.sounds === 'failed';
    const text = context.moment?.text;
    if (this.#text !== undefined && text !== this.#text) this.#goneAt.set(this.#text, time.now());
    if (text !== undefined && text !== this.#text) this.#shows(text);
    this.#text = text;
    if ((state === 'disconnected' || state === 'digesting') && context.endReason !== 'natural' && this.#playing.has('after'))
      throw this.#violation('SIDE-54', `hears the sound after the connection, which ended ${context.endReason}`);
  }

  microphone(isOpen: boolean): void {
    if (!isOpen && this.#hasMicrophone) this.#hadMicrophone = false;
    this.#hasMicrophone = isOpen;
  }

  sends(isSending: boolean): void {
    const now = this.#options.time.now();
    if (isSending) this.#sendingSince = now;
    this.#checkSound('own');
    if (isSending) return;
    if (this.#sendingSince !== undefined) this.#sent.push({ from: this.#sendingSince, to: now });
    this.#sendingSince = undefined;
  }

  opens(isOpen: boolean): void {
    if (isOpen) this.#isOpen = true;
    if (this.#isOpen) this.#checkSound('partner');
    this.#isOpen = isOpen;
  }

  plays(phase: ScriptPhase, address: string, startsAt: number): void {
    this.#playing.add(phase);
    this.#played.add(phase);
    const sound = this.#soundOf(phase);
    const files = Object.values(sound?.files ?? {}).map(({ media }) => media);
    if (!sound || !files.includes(address))
      throw this.#violation('SIDE-50', `plays ${address}, which is not the sound of ${phase}`);
    const began = this.#beginningOf(phase);
    if (began === undefined || !this.#isExact()) return;
    const wrong = startsAt - this.#options.skew - (began + sound.start);
    if (Math.abs(wrong) > event) throw this.#violation('SIDE-50', `plays the sound of ${phase} ${Math.round(wrong)} ms late`);
  }

  silenced(keeps?: ScriptPhase): void {
    for (const phase of [...this.#playing]) if (phase !== keeps) this.#playing.delete(phase);
  }

  look(): void {
    this.#noteClock();
    if (this.#sendingSince !== undefined) this.#checkSound('own');
    if (this.#isOpen) this.#checkSound('partner');
  }

  /** A start that is noted while the estimate is bad stays wrong for a while, also when the estimate is better. */
  #noteClock(): void {
    const error = this.#clockError();
    if (error > good.edge) this.#badAt = this.#options.time.now();
    this.#worst = Math.max(this.#worst, error);
  }

  /** All that was due on an undisturbed page was there. */
  completed({ undisturbed, endedAt, reason, startedAt }: Story): void {
    const { intro, connection } = this.#options.named();
    if (!undisturbed || !this.isFixed || !intro || endedAt === undefined || this.#worst > good.event) return;
    const began = connection && startedAt !== undefined ? connection.at : undefined;
    const lasted = (began === undefined ? endedAt - intro.at : endedAt - began) - edge;
    for (const { time, text, phase } of this.#due()) {
      const isDue = phase === 'intro' ? began !== undefined || time < lasted : began !== undefined && time < lasted;
      const times = this.#shown.filter((each) => each.text === text).length;
      if (isDue && times !== 1) throw this.#violation('SIDE-50', `has read "${text}" ${times} times`);
      const late =
        (this.#shown.find((each) => each.text === text)?.at ?? 0) - ((phase === 'intro' ? intro.at : (began ?? 0)) + time);
      if (isDue && Math.abs(late) > event) throw this.#violation('SIDE-50', `has read "${text}" ${Math.round(late)} ms late`);
    }
    if (began === undefined) return;
    // A partner whose end is still on its way has closed the connection already.
    const together = reason === 'natural' ? lasted : Math.min(lasted, this.#seenAt - began - edge);
    if (this.#hasMicrophone && this.#hadMicrophone && !this.#wasSwitched)
      for (const { from, to } of audioWindows(this.script, this.position))
        if (to < together && !this.#sent.some((sent) => near(sent.from, began + from) && near(sent.to, began + to)))
          throw this.#violation(
            'SIDE-51',
            `was not heard from ${from} to ${to}, but ${JSON.stringify(this.#sent.map((sent) => ({ from: sent.from - began, to: sent.to - began })))}`,
          );
    const isPlayed = (phase: ScriptPhase) => this.#soundFailed || !this.#soundOf(phase) || this.#played.has(phase);
    const phases: readonly ScriptPhase[] = reason === 'natural' ? ['intro', 'connection', 'after'] : ['intro', 'connection'];
    for (const phase of phases) if (!isPlayed(phase)) throw this.#violation('SIDE-50', `has not played the sound of ${phase}`);
  }

  #shows(text: string): void {
    const now = this.#options.time.now();
    const due = this.#due().find((each) => each.text === text);
    if (!due)
      throw this.#violation('EXP-28', `reads "${text}", which is not written for side ${this.position} in ${this.language}`);
    // A start that is corrected in the instant of a text may take it back for as long as it was wrong.
    const away = now - (this.#goneAt.get(text) ?? Number.POSITIVE_INFINITY);
    if (away >= 0 && away <= (this.#isExact() ? event : 2_000)) return;
    const shown = this.#shown.find((each) => each.text === text);
    // The same, however late the correction came: what was shown too early is shown when it is due.
    if (shown && shown.at <= this.#correctedAt) return;
    if (shown) throw this.#violation('SIDE-50', `reads "${text}" again, after ${Math.round(away)} ms`);
    this.#shown.push({ text, at: now });
    const began = this.#beginningOf(due.phase);
    // A side whose socket is down begins the connection by itself.
    if (began === undefined && due.phase === 'connection' && !this.#isNamed) return;
    if (began === undefined) throw this.#violation('SIDE-50', `reads "${text}" before the server has named the start`);
    const late = now - (began + due.time);
    if (late < -event && this.#isExact()) throw this.#violation('SIDE-50', `reads "${text}" ${Math.round(-late)} ms early`);
  }

  #due() {
    const { language = this.script.sourceLanguage } = this;
    return (['intro', 'connection'] as const).flatMap((phase) => textsOf(this.script, phase, this.position, language));
  }

  #soundOf(phase: ScriptPhase) {
    const { introAudio, mainAudio, afterConnectionAudio } = this.script;
    return { intro: introAudio, connection: mainAudio, after: afterConnectionAudio }[phase];
  }

  #beginningOf(phase: ScriptPhase): number | undefined {
    const { intro, connection } = this.#options.named();
    if (phase === 'intro') return intro?.at;
    return connection && connection.at + (phase === 'after' ? this.script.connectionDuration : 0);
  }

  /** By how much the page's estimate of the server's clock is wrong, ms; nothing can be wrong before a start is named. */
  #clockError(): number {
    const { named, measured, skew } = this.#options;
    const { intro, connection } = named();
    const start = intro ?? connection;
    if (!start) return 0;
    const local = measured(start.startsAt);
    return local === undefined ? Number.POSITIVE_INFINITY : Math.abs(local - skew - start.at);
  }

  #isExact(): boolean {
    return this.#isNamed && Math.max(this.#worst, this.#clockError()) <= good.event;
  }

  /** Own sound is on its way, and the partner's is let through, only within the windows of its speaker. */
  #checkSound(whose: 'own' | 'partner'): void {
    const { time, named } = this.#options;
    const now = time.now();
    const { connection } = named();
    // Of a page that began by itself, or does not know the server's clock, nothing can be required.
    const knows = this.#badAt < this.#namedAt || now - this.#badAt > correctedWithin;
    // What began before the start was named ends with the name.
    if (!this.#isNamed || now === this.#namedAt || !connection || !knows || this.#clockError() > good.edge) return;
    const t = now - connection.at;
    const speaker = whose === 'own' ? this.position : this.position === 1 ? 2 : 1;
    const windows = audioWindows(this.script, speaker);
    if (windows.some(({ from, to }) => t >= from - edge && t <= to + edge)) return;
    const what = whose === 'own' ? 'is heard' : 'would hear the partner';
    throw this.#violation(
      whose === 'own' ? 'SIDE-51' : 'SIDE-52',
      `${what} ${Math.round(t)} ms after the start, outside ${JSON.stringify(windows)}`,
    );
  }

  #violation(promise: string, what: string): Violation {
    return new Violation(promise, `${this.#options.accountId} ${what} (${this.roomID}, ${this.#state}, ${this.#endReason})`);
  }
}

const near = (one: number, other: number): boolean => Math.abs(one - other) <= edge;
