import { type ComponentProps, useEffect, useState } from 'react';
import { Circles } from '../ui/circles.tsx';
import { FactIcon } from '../ui/fact-icon.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Picture } from '../ui/picture.tsx';
import { Portrait } from '../ui/portrait.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { Sign } from '../ui/sign.tsx';
import { Silhouette } from '../ui/silhouette.tsx';
import styles from './gallery.module.css';
import { Group, keysOf, Shown } from './gallery-parts.tsx';

// As records, so that an icon or a size that is added has to be shown here.
const icons: Readonly<Record<ComponentProps<typeof Icon>['name'], true>> = {
  play: true,
  pause: true,
  again: true,
  close: true,
  back: true,
  forward: true,
};
const factIcons: Readonly<Record<ComponentProps<typeof FactIcon>['name'], true>> = {
  clock: true,
  guided: true,
  speaker: true,
  noSpeaker: true,
  microphone: true,
  noMicrophone: true,
  languages: true,
  captions: true,
  noCaptions: true,
};
const marks: Readonly<Record<NonNullable<ComponentProps<typeof Mark>['size']>, true>> = {
  small: true,
  medium: true,
  large: true,
  hero: true,
};

const circles: Readonly<Record<ComponentProps<typeof Circles>['state'], true>> = { alone: true, near: true, together: true };

export function Drawings() {
  return (
    <>
      <Group title="Icon">
        <div className={styles.row}>
          {keysOf(icons).map((icon) => (
            <Shown key={icon} name={icon}>
              <Icon name={icon} />
            </Shown>
          ))}
        </div>
      </Group>
      <Group title="Mark">
        <div className={styles.row}>
          {keysOf(marks).map((size) => (
            <Shown key={size} name={`still, ${size}`}>
              <Mark size={size} />
            </Shown>
          ))}
          <Shown name="breathing">
            <div className={styles.mark}>
              <Mark size="large" breathing />
            </div>
          </Shown>
        </div>
        <div className={`${styles.row} ${styles.dark}`}>
          <Shown name="in the room">
            <Mark size="large" />
          </Shown>
        </div>
      </Group>
      <Group title="FactIcon">
        <div className={styles.row}>
          {keysOf(factIcons).map((icon) => (
            <Shown key={icon} name={icon}>
              <FactIcon name={icon} />
            </Shown>
          ))}
        </div>
      </Group>
      <Group title="Circles">
        <div className={`${styles.row} ${styles.dark}`}>
          {keysOf(circles).map((state) => (
            <Shown key={state} name={state}>
              <Circles state={state} size="medium" />
            </Shown>
          ))}
          <Shown name="breathing">
            <Circles state="alone" size="medium" breathing />
          </Shown>
        </div>
      </Group>
      <Group title="Sign">
        <div className={styles.row}>
          {[0, 0.125, 0.25, 0.5, 0.75].map((turn) => (
            <Shown key={turn} name={`turn ${turn}`}>
              <Sign turn={turn} />
            </Shown>
          ))}
        </div>
      </Group>
      <Group title="Portrait">
        <div className={styles.small}>
          {[0, 1, 2, 3, 4, 5].map((number) => (
            <Shown key={number} name={`number ${number}`}>
              <Portrait number={number} />
            </Shown>
          ))}
        </div>
      </Group>
      <Group title="ProgressBar">
        <div className={`${styles.stack} ${styles.dark}`}>
          {[0, 0.25, 0.5, 0.75, 1].map((value) => (
            <Shown key={value} name={`${value * 100} %`}>
              <ProgressBar label={`A minute, ${value * 100} %`} value={value} />
            </Shown>
          ))}
          <Shown name="hidden">
            <ProgressBar label="A minute, hidden" value={0.5} hidden />
          </Shown>
        </div>
      </Group>
    </>
  );
}

/** Elements laid over live video, or live video itself. */
export function Live() {
  const stream = useDrawnStream();
  return (
    <>
      <Group title="Picture">
        <div className={styles.grid}>
          <Shown name="nothing to be seen yet">
            <div className={styles.seen}>
              <Picture stream={undefined} aria-label="Nothing to be seen" />
            </div>
          </Shown>
          <Shown name="live">
            <div className={styles.seen}>
              <Picture stream={stream} aria-label="Two circles" data-testid="live" />
            </div>
          </Shown>
        </div>
      </Group>
      <Group title="QrCode">
        <div className={styles.row}>
          <Shown name="a link">
            <QrCode text="https://example.org/xp-i/0123456789abcdef" />
          </Shown>
        </div>
      </Group>
      <Group title="Silhouette">
        <div className={styles.grid}>
          <Shown name="over darkness">
            <div className={styles.seen}>
              <Silhouette />
            </div>
          </Shown>
          <Shown name="over a picture">
            <div className={styles.seen}>
              <Picture stream={stream} aria-label="Two circles" />
              <Silhouette />
            </div>
          </Shown>
        </div>
      </Group>
    </>
  );
}

/** A stream that needs no camera: one drawing, which does not change. */
function useDrawnStream(): MediaStream | undefined {
  const [stream, setStream] = useState<MediaStream>();
  useEffect(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 240;
    const drawn = canvas.captureStream();
    const pen = canvas.getContext('2d');
    const draw = () => {
      if (!pen) return;
      pen.fillStyle = '#6d4b38';
      pen.fillRect(0, 0, 320, 240);
      for (const [x, colour] of [
        [125, '#c8714c'],
        [195, '#e6b07e'],
      ] as const) {
        pen.fillStyle = colour;
        pen.beginPath();
        pen.arc(x, 120, 60, 0, 2 * Math.PI);
        pen.fill();
      }
    };
    // A frame is sent only when something is drawn, to the listeners of that moment; so the drawing is repeated.
    const timer = setInterval(draw, 200);
    setStream(drawn);
    return () => {
      clearInterval(timer);
      for (const track of drawn.getTracks()) track.stop();
    };
  }, []);
  return stream;
}
