import { type ComponentPropsWithRef, useEffect, useRef } from 'react';

interface PictureProps extends ComponentPropsWithRef<'video'> {
  readonly stream: MediaStream | undefined;
}

/** Live video, always muted. */
export function Picture({ stream, ...rest }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream ?? null;
    if (stream) element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return <video ref={video} muted autoPlay playsInline {...rest} />;
}
