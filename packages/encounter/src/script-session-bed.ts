import { shippedDurations as durations } from '@unspoken/contract/durations';
import { proven } from '@unspoken/contract/script-bed';
import { planOf } from '@unspoken/contract/script-time';
import type { Person } from './model.ts';
import { Testbed } from './testbed.ts';

export const plan = (position: 1 | 2) => planOf(proven, position, 'en');
export const { introDuration, connectionDuration, afterConnectionDuration } = proven;
export const [bell, voice] = [proven.introAudio?.files.en?.media, proven.mainAudio?.files.en?.media];
export const requests = (bed: Testbed) => bed.called.filter((each) => each.startsWith('script questions')).length;
export const has = (bed: Testbed, tag: string) => bed.actor.getSnapshot().hasTag(tag);

export function bedWith(position: 1 | 2, person: Partial<Person> = {}): Testbed {
  const bed = new Testbed(person);
  bed.script = { name: 'Three questions', plan: plan(position) };
  return bed;
}

/** On to the user's own picture, with the sounds loaded. */
export async function prepared(position: 1 | 2 = 2, bed = bedWith(position)): Promise<Testbed> {
  await bed.prepare(position);
  bed.sound({ type: 'sounds loaded' });
  bed.clock.advance(durations.startButtonDelay);
  return bed;
}

/** On to Start, pressed on both sides; the intro begins in a quarter of a second. */
export async function started(position: 1 | 2 = 2): Promise<Testbed> {
  const bed = await prepared(position);
  bed.do({ type: 'start pressed' });
  bed.message('ready');
  const now = bed.clock.now();
  bed.hear({ type: 'intro announced', intro: { roomID: 'room', startsAt: now + 250, now } });
  bed.peer({ type: 'peer connected' });
  bed.watch(250);
  return bed;
}

/** On to the connection. */
export async function running(position: 1 | 2 = 2): Promise<Testbed> {
  const bed = await started(position);
  const now = bed.clock.now();
  bed.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now + introDuration, now } });
  bed.watch(introDuration);
  return bed;
}
