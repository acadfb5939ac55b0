import type { Durations } from '@unspoken/contract/durations';
import { session } from '../session/session.ts';

/**
 * Starts the machine when a verified member is here, tells it of changes, and ends it when they leave. The machine and
 * all it needs are loaded only then: a visitor's first page does without.
 */
export function followSession(durations: Durations): void {
  let stop: (() => void) | undefined;
  let wanted: string | undefined;
  const follow = async () => {
    const { user } = session.get();
    const member = user && !user.needsVerification ? user : undefined;
    if (member?.userId === wanted) {
      if (member && stop) (await import('./encounter.ts')).know(member);
      return;
    }
    wanted = member?.userId;
    stop?.();
    stop = undefined;
    if (!member) return;
    const loaded = await import('./encounter.ts').catch(() => undefined);
    if (!loaded) {
      // The network may be back the next time.
      if (wanted === member.userId) wanted = undefined;
      setTimeout(() => void follow(), 3_000);
      return;
    }
    // Somebody may have left, or come, while it was loading.
    if (wanted === member.userId && !stop) stop = loaded.start(member, durations);
  };
  session.subscribe(() => void follow());
  void follow();
}
