import type { ScriptPhase } from '@unspoken/contract/script-time';
import { DeviceRefused, type Microphone, type MicrophonePort, type SoundPort } from '@unspoken/encounter/ports';
import type { SeededRandom } from './seeded-random.ts';
import type { Time } from './virtual-time.ts';

interface DeviceOptions {
  readonly time: Time;
  readonly random: SeededRandom;
}

/** A microphone that mostly opens; it may be refused, stay unanswered, or be taken away later. `changed`: whether one is open now. */
export function modelMicrophone({ time, random }: DeviceOptions, changed: (isOpen: boolean) => void): MicrophonePort {
  return {
    open: ({ lost }) =>
      new Promise<Microphone>((resolve, reject) => {
        if (random.chance(0.01)) return;
        time.after(random.between(50, 1_500), () => {
          if (random.chance(0.02)) return reject(new DeviceRefused('NotAllowedError'));
          const taken = () => {
            changed(false);
            lost();
          };
          const unplug = random.chance(0.03) ? time.after(random.between(100, 90_000), taken) : undefined;
          changed(true);
          resolve({ stream: 'a voice', stop: () => unplug?.() });
        });
      }),
  };
}

/** What a page asks of its sound, besides loading it. Instants by the page's own clock, ms. */
export interface SoundObserver {
  plays(phase: ScriptPhase, address: string, startsAt: number): void;
  silenced(keeps?: ScriptPhase): void;
  opens(isOpen: boolean): void;
}

/** Files that mostly load; some never do. */
export function modelSound({ time, random }: DeviceOptions, observer: SoundObserver): SoundPort {
  return {
    open: (emit) => {
      let load = 0;
      let isClosed = false;
      const end = () => {
        observer.silenced();
        observer.opens(false);
      };
      return {
        load: (addresses) => {
          const own = ++load;
          if (random.chance(0.03)) return;
          const delay = addresses.length === 0 ? 0 : random.between(100, 5_000);
          time.after(delay, () => !isClosed && own === load && emit({ type: 'sounds loaded' }));
        },
        allow: () => emit({ type: 'sound allowed' }),
        play: (phase, address, startsAt) => observer.plays(phase, address, startsAt),
        silence: (keeps) => observer.silenced(keeps),
        mute: () => {},
        takeVoice: () => {},
        openVoice: (isOpen) => observer.opens(isOpen),
        close: () => {
          isClosed = true;
          end();
        },
      };
    },
  };
}
