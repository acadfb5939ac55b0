import { Observable } from '../../platform/observable.ts';

const key = 'unspoken.sound';

const stored = (): boolean => {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
};

/** Whether a sound announces a pairing; kept in this browser. */
export const soundOn = new Observable(stored());

export function setSound(on: boolean): void {
  soundOn.set(on);
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // Storage is unavailable: the choice holds until the page is left.
  }
}

let audio: AudioContext | undefined;

/** Browsers allow sound only after a click or a key, so this is called in the click handler of Connect. */
export function prepareSound(): void {
  if (!soundOn.get() || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => {});
}

/** Two soft tones, a fifth apart, each fading out; frequency in Hz, start in seconds. */
const tones = [
  { frequency: 392, start: 0 },
  { frequency: 587.33, start: 0.22 },
] as const;
const loudness = 0.12;
const length = 1.4;

function play(): void {
  if (!soundOn.get() || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => {});
  for (const { frequency, start } of tones) {
    const at = audio.currentTime + start;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loudness, at + 0.04);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}

/** Notifies a user who is not looking at the page that a partner was found. */
export function signalPairing(): void {
  play();
  // A silent phone can still vibrate.
  navigator.vibrate?.([180, 120, 180]);
}
