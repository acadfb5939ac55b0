import { type ComponentPropsWithRef, type RefObject, useEffect, useRef } from 'react';

interface PictureProps extends Omit<ComponentPropsWithRef<'video'>, 'ref'> {
  readonly stream: MediaStream | undefined;
  readonly ref?: RefObject<HTMLVideoElement | null>;
}

/** Live video, always muted. */
export function Picture({ stream, ref, ...rest }: PictureProps) {
  const own = useRef<HTMLVideoElement>(null);
  const video = ref ?? own;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream ?? null;
    if (stream) element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [stream, video]);
  return <video ref={video} muted autoPlay playsInline {...rest} />;
}
