import { isInRoom, userState } from './current.ts';

/** Keeps the screen on while the user is in a room. Returns a function that stops this. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let asking = false;
  /** Something has changed while the browser was asked. */
  let missed = false;
  const update = async () => {
    const wanted = isInRoom(userState.get()) && document.visibilityState === 'visible';
    if (!wanted) {
      void lock?.release();
      lock = undefined;
      return;
    }
    if (asking) missed = true;
    if (asking || (lock && !lock.released)) return;
    asking = true;
    // A browser that saves power may refuse the lock; then the screen turns off as usual.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    asking = false;
    // A page that was hidden for a moment while it asked has been refused, and is seen again.
    if (missed) {
      missed = false;
      await update();
    }
    if (!isInRoom(userState.get())) void lock?.release();
  };
  const unsubscribe = userState.subscribe(() => void update());
  // A hidden page loses its lock.
  const onVisibility = () => void update();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibility);
    void lock?.release();
  };
}
