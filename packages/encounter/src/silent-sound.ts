import type { SoundHandle } from './ports.ts';

/** The sound of a room in which nobody listens. It never loads. */
export const silentSound: SoundHandle = {
  load: () => {},
  allow: () => {},
  play: () => {},
  silence: () => {},
  mute: () => {},
  takeVoice: () => {},
  openVoice: () => {},
  close: () => {},
};
