import type { Configuration } from '../platform/configuration.ts';
import { session } from '../session/session.ts';

/** Written once, because the names of everything that it needs stand wherever it is imported. */
const load = () => import('./encounter.ts');

/**
 * Starts the machine when a verified member is signed in, passes changes to it, and stops it when they leave. The machine and
 * its dependencies are loaded only then, so that a visitor's first page does without them.
 */
export function subscribeToSession(configuration: Configuration): void {
  let stop: (() => void) | undefined;
  let wanted: string | undefined;
  const update = async () => {
    const { user } = session.get();
    const member = user && !user.needsVerification ? user : undefined;
    if (member?.userId === wanted) {
      if (member && stop) (await load()).know(member);
      return;
    }
    wanted = member?.userId;
    stop?.();
    stop = undefined;
    if (!member) return;
    const loaded = await load().catch(() => undefined);
    if (!loaded) {
      // The network may be back by then.
      if (wanted === member.userId) wanted = undefined;
      setTimeout(() => void update(), 3_000);
      return;
    }
    // The user may have signed out, or another one in, while it was loading.
    if (wanted === member.userId && !stop) stop = loaded.start(member, configuration);
  };
  session.subscribe(() => void update());
  void update();
}
