import { type ComponentPropsWithRef, type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import { Picture } from '../../ui/picture.tsx';
import { Silhouette } from '../../ui/silhouette.tsx';
import { placementOf, unplaced } from '../placement.ts';
import styles from './framed-picture.module.css';

interface FramedPictureProps extends Omit<ComponentPropsWithRef<'video'>, 'ref'> {
  readonly stream: MediaStream | undefined;
  /** Whether the outline for head and shoulders is drawn over the picture. */
  readonly isGuided?: boolean;
}

/** A picture that covers its box, with the eyes high in it; or a portrait window, whose edges fade into the room. */
export function FramedPicture({ stream, isGuided = false, className = '', ...rest }: FramedPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [placement, setPlacement] = useState(unplaced);
  const place = useCallback(() => {
    if (!video.current) return;
    const { videoWidth, videoHeight, clientWidth, clientHeight } = video.current;
    setPlacement(placementOf({ width: videoWidth, height: videoHeight }, { width: clientWidth, height: clientHeight }));
  }, []);
  useEffect(() => {
    const observer = new ResizeObserver(place);
    if (video.current) observer.observe(video.current);
    return () => observer.disconnect();
  }, [place]);
  const { window } = placement;
  const width = window === undefined ? undefined : ({ '--window': `${100 * window}%` } as CSSProperties);
  return (
    <>
      {width && <div className={styles.frame} style={width} />}
      <Picture
        ref={video}
        stream={stream}
        className={`${className} ${width ? styles.window : ''}`}
        style={width ?? { objectPosition: `50% ${placement.position}%` }}
        onLoadedMetadata={place}
        onResize={place}
        {...rest}
      />
      {width && <div className={`${styles.edge} ${styles.left}`} style={width} />}
      {width && <div className={`${styles.edge} ${styles.right}`} style={width} />}
      {isGuided && <Silhouette eyes={placement.eyes} />}
    </>
  );
}
