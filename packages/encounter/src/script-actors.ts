import { at, changesIn, type Plan, type ScriptPhase } from '@unspoken/contract/script-time';
import { type EventObject, fromCallback } from 'xstate';
import type { Event } from './model.ts';
import type { Clock, Ports, ScriptSide } from './ports.ts';

/** The script of a room, its clock and its sounds, as actors that return their clean-up. */

export interface ScriptInput {
  readonly ports: Pick<Ports, 'calls' | 'clock'>;
  readonly side: ScriptSide;
  /** How long one request may take, ms, and how many are made. */
  readonly attempt: number;
  readonly attempts: number;
}

/** Fetches the script of the room, at once and whenever it is asked to; the answer to an older request is ignored. */
export const scriptActor = fromCallback<{ type: 'fetch' }, ScriptInput, Event>(
  ({ sendBack, receive, input: { ports, side, attempt, attempts } }) => {
    let latest = 0;
    let timer: unknown;
    const fetch = (left: number) => {
      const own = ++latest;
      const settle = (then: () => void) => {
        if (own !== latest) return;
        latest++;
        ports.clock.clearTimeout(timer);
        then();
      };
      const fail = () => settle(() => (left > 1 ? fetch(left - 1) : sendBack({ type: 'script failed' })));
      ports.clock.clearTimeout(timer);
      timer = ports.clock.setTimeout(fail, attempt);
      ports.calls.script(side).then(
        (script) => settle(() => sendBack({ type: 'script arrived', script })),
        // Not at once: what has just failed fails again.
        () => {},
      );
    };
    receive(() => fetch(attempts));
    fetch(attempts);
    return () => {
      latest++;
      ports.clock.clearTimeout(timer);
    };
  },
);

export interface ScriptClockInput {
  readonly clock: Clock;
  readonly plan: Plan;
  readonly phase: ScriptPhase;
  /** When the phase begins or began, by this machine's clock, ms. */
  readonly startsAt: number;
}

/** Sends what a script shows and plays, at each instant at which that changes. Entered late, it continues at its offset. */
export const scriptClock = fromCallback<EventObject, ScriptClockInput, Event>(
  ({ sendBack, input: { clock, plan, phase, startsAt } }) => {
    const changes = [0, ...changesIn(plan, phase)];
    let timer: unknown;
    const step = () => {
      const t = clock.now() - startsAt;
      sendBack({ type: 'script moment', phase, moment: at(plan, phase, t) });
      const next = changes.find((change) => change > t);
      if (next !== undefined) timer = clock.setTimeout(step, next - t);
    };
    step();
    return () => clock.clearTimeout(timer);
  },
);

export type SoundCommand =
  | { type: 'load'; addresses: readonly string[] }
  | { type: 'allow' }
  | { type: 'play'; phase: ScriptPhase; address: string; startsAt: number }
  | { type: 'silence'; keeps: ScriptPhase | undefined }
  | { type: 'mute'; isMuted: boolean }
  | { type: 'take voice'; stream: unknown }
  | { type: 'open voice'; isOpen: boolean };

/** The sound of one room. */
export const soundActor = fromCallback<SoundCommand, { ports: Pick<Ports, 'sound'> }, Event>(
  ({ sendBack, receive, input: { ports } }) => {
    const sound = ports.sound.open(sendBack);
    receive((command) => {
      switch (command.type) {
        case 'load':
          return sound.load(command.addresses);
        case 'allow':
          return sound.allow();
        case 'play':
          return sound.play(command.phase, command.address, command.startsAt);
        case 'silence':
          return sound.silence(command.keeps);
        case 'mute':
          return sound.mute(command.isMuted);
        case 'take voice':
          return sound.takeVoice(command.stream);
        case 'open voice':
          return sound.openVoice(command.isOpen);
      }
    });
    return () => sound.close();
  },
);
