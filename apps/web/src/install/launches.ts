import { isInRoom, userState } from '../encounters/current.ts';

/** Source: WICG Launch Handler API. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string | null }) => void): void;
}

/**
 * Goes where a shortcut of the installed product leads, in the window that is open already. Somebody in an encounter stays there:
 * the window is only brought to the front.
 */
export function handleLaunches(
  go: (path: string) => void,
  { launchQueue }: { readonly launchQueue?: LaunchQueue } = window as object,
): void {
  launchQueue?.setConsumer(({ targetURL }) => {
    // The launch that opened this window is reported, too.
    if (targetURL && targetURL !== location.href && !isInRoom(userState.get())) go(targetURL.slice(location.origin.length));
  });
}
