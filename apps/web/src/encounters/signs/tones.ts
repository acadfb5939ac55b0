/** A soft tone: its frequency, Hz, and when it begins after the first one, s. */
export interface Tone {
  readonly frequency: number;
  readonly start: number;
}

const loudness = 0.12;

/** Plays tones that each fade out within `length` s. Calls `ended` when the last of them has. */
export function playTones(context: AudioContext, tones: readonly Tone[], length: number, ended = () => {}): void {
  let left = tones.length;
  for (const { frequency, start } of tones) {
    const at = context.currentTime + start;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loudness, at + 0.04);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    tone.onended = () => {
      left -= 1;
      if (left === 0) ended();
    };
  }
}
