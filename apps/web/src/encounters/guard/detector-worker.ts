import { type Detector, isPictureSize, type PictureSize, type SeenPicture } from './detector.ts';

/** What this worker sends: the size that the detector wants, then an answer to each picture; or that it has failed. */
export type DetectorAnswer =
  | { readonly type: 'ready'; readonly size: PictureSize }
  | { readonly type: 'seen'; readonly isWrong: boolean }
  | { readonly type: 'failed' };

/** Served from the operator's folder (`brand/guard`), with what it needs beside it. */
const address = '/guard/detector.js';
const answer = (what: DetectorAnswer) => self.postMessage(what);

async function begin(): Promise<void> {
  const { createDetector } = (await import(/* @vite-ignore */ address)) as { createDetector: () => Detector | Promise<Detector> };
  const detector = await createDetector();
  const { size = { width: 160, height: 120 } } = detector;
  if (!isPictureSize(size)) throw new Error('the size is none');
  const look = async (picture: SeenPicture) => answer({ type: 'seen', isWrong: (await detector.look(picture)) === true });
  self.onmessage = ({ data }: MessageEvent<SeenPicture>) => void look(data).catch(() => answer({ type: 'failed' }));
  answer({ type: 'ready', size: { width: size.width, height: size.height } });
}

begin().catch(() => answer({ type: 'failed' }));
