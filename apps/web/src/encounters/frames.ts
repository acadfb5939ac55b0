import { statsOf } from './connection-stats.ts';

/** How often the arrival of frames is looked at, ms: closely until there is a first one. */
const lookForFirst = 60;
const lookForNext = 400;

/** Tells whenever new frames of the partner have been decoded. A muted element keeps the decoder at work, seen or not. */
export function watchFrames(connection: RTCPeerConnection, stream: MediaStream, arrived: () => void): () => void {
  const sink = document.createElement('video');
  sink.muted = true;
  sink.srcObject = stream;
  void sink.play().catch(() => {});
  let decoded = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    const now = Math.max(decoded, (await statsOf(connection)).framesDecoded);
    if (stopped) return;
    if (now > decoded) arrived();
    decoded = now;
    timer = setTimeout(look, decoded === 0 ? lookForFirst : lookForNext);
  };
  timer = setTimeout(look, 0);
  return () => {
    stopped = true;
    clearTimeout(timer);
    sink.srcObject = null;
  };
}
