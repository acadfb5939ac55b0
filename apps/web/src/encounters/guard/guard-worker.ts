import { Guard } from './guard.ts';
import type { Kind, Sample } from './sample.ts';

/** What this worker sends, and all that it sends. Its policy lets it reach nothing. */
export interface GuardAnswer {
  readonly ask: Kind;
}

const guard = new Guard();

self.onmessage = ({ data }: MessageEvent<Sample>) => {
  const kind = guard.look(data);
  if (kind) self.postMessage({ ask: kind } satisfies GuardAnswer);
};
