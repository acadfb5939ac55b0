import type { ConnectionPath } from '@unspoken/contract/encounters';
import { statsOf } from './connection-stats.ts';

/** How often the arrival of frames is looked at, ms. To look costs the page some, just when it has the most to do. */
const lookEvery = 400;

/**
 * Tells whenever new frames of the partner have been decoded. A muted element keeps the decoder at work, seen or not;
 * it tells of the first frame by itself, unless the page is hidden.
 */
export function watchFrames(
  connection: RTCPeerConnection,
  stream: MediaStream,
  arrived: (path?: ConnectionPath) => void,
): () => void {
  const sink = document.createElement('video');
  sink.muted = true;
  sink.srcObject = stream;
  void sink.play().catch(() => {});
  let decoded = 0;
  let stopped = false;
  sink.requestVideoFrameCallback?.(() => {
    if (stopped || decoded > 0) return;
    decoded = 1;
    arrived();
  });
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    const { framesDecoded, path } = await statsOf(connection);
    const now = Math.max(decoded, framesDecoded);
    if (stopped) return;
    if (now > decoded) arrived(path);
    decoded = now;
    timer = setTimeout(look, lookEvery);
  };
  timer = setTimeout(look, lookEvery);
  return () => {
    stopped = true;
    clearTimeout(timer);
    sink.srcObject = null;
  };
}
