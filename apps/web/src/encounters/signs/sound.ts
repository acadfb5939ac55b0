import notificationFile from '../../../../../brand/sounds/notification.mp3';
import { Observable } from '../../platform/observable.ts';
import { isSearching, userState } from '../current.ts';
import { loadSound } from '../sound-files.ts';
import { playTones, type Tone } from './tones.ts';

const pairingKey = 'unspoken.sound';
const breathKey = 'unspoken.breath';

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

function store(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is unavailable: the choice holds until the page is left.
  }
}

/** Whether a sound announces a pairing; kept in this browser. */
export const soundOn = new Observable(stored(pairingKey) !== 'off');
/** Whether a soft tone accompanies the breathing circle while waiting; kept in this browser. */
export const breathSoundOn = new Observable(stored(breathKey) === 'on');

export function setSound(on: boolean): void {
  soundOn.set(on);
  store(pairingKey, on ? undefined : 'off');
}

export function setBreathSound(on: boolean): void {
  breathSoundOn.set(on);
  store(breathKey, on ? 'on' : undefined);
}

let audio: AudioContext | undefined;
/** How many sounds play now. */
let playing = 0;

/**
 * A context that runs takes processor time also while it is silent, so it rests unless something plays or a sound may be due. It stays open: a
 * context that a press has once started may run again without another one, which a new context may not everywhere.
 */
function restIfQuiet(): void {
  if (playing === 0 && userState.get() !== 'waiting' && !isSearching.get()) void audio?.suspend().catch(() => {});
}

// When a partner is found the state changes first, and then the tones play.
const changed = () => queueMicrotask(restIfQuiet);
userState.subscribe(changed);
isSearching.subscribe(changed);

/** Begins a sound; returns what is called at its end. */
function begin(): () => void {
  playing += 1;
  return () => {
    playing -= 1;
    restIfQuiet();
  };
}

/** Browsers allow sound only after a click or a key, so this is called in the click handler of Connect. */
export function prepareSound(): void {
  if (!soundOn.get() || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => {});
}

/** Soft tones, each fading out; frequency in Hz, start in seconds. Somebody was found: a rising fifth. */
const found = [
  { frequency: 392, start: 0 },
  { frequency: 587.33, start: 0.22 },
] as const;
const length = 1.4;
/** How late the sound of a call may begin, ms. */
const latest = 3_000;

/** Plays the tones of a partner found, whatever the user has chosen about notices: they ask whether sound can be heard. */
export const playTestSound = (): void => play(found);

function play(tones: readonly Tone[]): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => {});
  playTones(audio, tones, length, begin());
}

/** A low fifth; frequencies in Hz. Its loudness swells and ebbs with a breath of this length, s. */
const breathTones = [98, 147] as const;
const breath = 10;
const breathLoudness = 0.035;

/** Plays the tone of the breathing circle; returns the function that fades it out. */
export function playBreath(): () => void {
  if (typeof AudioContext === 'undefined') return () => {};
  audio ??= new AudioContext();
  const context = audio;
  void context.resume().catch(() => {});
  const volume = context.createGain();
  volume.gain.value = breathLoudness;
  const swell = context.createOscillator();
  const depth = context.createGain();
  swell.frequency.value = 1 / breath;
  depth.gain.value = breathLoudness;
  swell.connect(depth).connect(volume.gain);
  const fade = context.createGain();
  fade.gain.setValueAtTime(0, context.currentTime);
  fade.gain.linearRampToValueAtTime(1, context.currentTime + 2);
  const tones = breathTones.map((frequency) => {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    return tone;
  });
  volume.connect(fade).connect(context.destination);
  swell.onended = begin();
  for (const each of [swell, ...tones]) each.start();
  return () => {
    fade.gain.cancelScheduledValues(context.currentTime);
    fade.gain.setTargetAtTime(0, context.currentTime, 0.3);
    for (const each of [swell, ...tones]) each.stop(context.currentTime + 2);
  };
}

let notification: Promise<AudioBuffer | undefined> | undefined;

/** Loads the operator's sound of a call before the first one comes: it is given up only when the page is left. */
export function prepareCallSound(): void {
  if (typeof AudioContext !== 'undefined') notification ??= loadSound(notificationFile, () => true);
}

async function playNotification(): Promise<void> {
  prepareCallSound();
  const asked = performance.now();
  const buffer = await notification;
  // A sound that could not be loaded in time would announce a call that may be over.
  if (!buffer || performance.now() - asked > latest) return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => {});
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(audio.destination);
  source.onended = begin();
  source.start();
}

/** Calls a user who has asked for it: somebody waits. */
export function signalCall(): void {
  if (soundOn.get()) void playNotification();
  navigator.vibrate?.([120, 200, 120]);
}

/** Notifies a user who is not looking at the page that a partner was found. */
export function signalPairing(): void {
  if (soundOn.get()) playTestSound();
  // A silent phone can still vibrate.
  navigator.vibrate?.([180, 120, 180]);
}
