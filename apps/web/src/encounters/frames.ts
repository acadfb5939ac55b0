import type { ConnectionPath } from '@unspoken/contract/encounters';
import { repeat } from '../platform/repeat.ts';
import { statsOf } from './connection-stats.ts';

/** Interval between checks for new frames, ms. Each check costs time just when the page is busiest. */
const checkInterval = 400;

/**
 * Calls `arrived` whenever new frames of the partner have been decoded. A muted video element keeps the decoder running,
 * visible or not; it reports the first frame by itself, unless the page is hidden.
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
  let isChecking = false;
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    const { framesDecoded, path } = await statsOf(connection).finally(() => {
      isChecking = false;
    });
    const now = Math.max(decoded, framesDecoded);
    if (stopped) return;
    if (now > decoded) arrived(path);
    decoded = now;
  };
  const end = repeat(() => void check(), checkInterval);
  return () => {
    stopped = true;
    end();
    sink.srcObject = null;
  };
}
