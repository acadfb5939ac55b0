import { roomDurations } from '@unspoken/encounter/model';
import { isWished } from '@unspoken/encounter/statements';
import { isVeiled } from '@unspoken/encounter/veil';
import { useEffect, useRef } from 'react';
import type { Moment } from '../presence/moments.ts';
import { playPresence } from '../presence/presence-sound.ts';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** The sound of the minute, for users who have chosen it. The veil hides the partner from every sense; the time runs on, and is heard. */
export function PresenceSound({ actor }: ScreenProps) {
  const isPlayed = useContext(actor, (context) => isWished(context, 'hearsPresence')) && typeof AudioContext === 'function';
  const isCovered = useContext(actor, isVeiled);
  const clock = useContext(actor, ({ ports }) => ports.clock);
  const startsAt = useContext(actor, (context) => context.startsAt);
  const duration = useContext(actor, (context) => roomDurations(context).connectionDuration);
  const stream = useContext(actor, (context) => context.partnerStream as MediaStream | undefined);
  // The start may be corrected, and the veil may fall: no moment is heard twice.
  const heard = useRef(new Set<Moment['kind']>());
  const seen = isCovered ? undefined : stream;
  useEffect(() => {
    if (!isPlayed || startsAt === undefined) return;
    return playPresence({ clock, startsAt, duration, heard: heard.current, stream: seen });
  }, [isPlayed, clock, startsAt, duration, seen]);
  return null;
}
