import type { Language } from '@unspoken/contract/languages';
import { inLanguage, type Script } from '@unspoken/contract/scripts';
import { useEffect, useRef } from 'react';
import { soundOf } from './draft-sounds.ts';
import type { momentOf } from './moments.ts';

interface PreviewSoundProps {
  readonly script: Script;
  readonly language: Language;
  readonly phase: ReturnType<typeof momentOf>['phase'];
  /** ms from the beginning of the phase. */
  readonly time: number;
  readonly isPlaying: boolean;
}

/** How far the sound may be from the preview's clock before it is moved there, s. */
const tolerance = 0.3;

/** What both people hear at an instant of the preview, while it runs. */
export function PreviewSound({ script, language, phase, time, isPlaying }: PreviewSoundProps) {
  const player = useRef<HTMLAudioElement>(null);
  const sound = script[soundOf[phase]];
  const media = sound && inLanguage(sound.files, language, script)?.media;
  const place = (time - (sound?.start ?? 0)) / 1_000;
  useEffect(() => {
    const audio = player.current;
    if (!audio) return;
    // Once it has ended nothing of it is played again.
    if (!isPlaying || place < 0 || place > audio.duration) audio.pause();
    else {
      if (Math.abs(audio.currentTime - place) > tolerance) audio.currentTime = place;
      // It may be interrupted by the next change of place.
      if (audio.paused) audio.play().catch(() => {});
    }
  });
  if (!media) return null;
  // biome-ignore lint/a11y/useMediaCaption: the preview shows its captions
  return <audio key={media} ref={player} src={`/media/${media}.mp3`} preload="auto" />;
}
