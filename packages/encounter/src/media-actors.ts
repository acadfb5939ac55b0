import type { CameraFailureReason } from '@unspoken/contract/encounters';
import { fromCallback } from 'xstate';
import type { Event } from './model.ts';
import { type Camera, DeviceRefused, type Microphone, type Ports } from './ports.ts';

/** The camera and the microphone, as actors that return their clean-up. */

/** Opens the camera: another one if an id is given, and with or without a window if that is. */
export type CameraCommand = { type: 'open'; deviceId?: string | undefined; isFramed?: boolean | undefined };

interface Device<Opened> {
  readonly open: (deviceId: string | undefined, lost: () => void) => Promise<Opened>;
  readonly opened: (device: Opened) => void;
  readonly refused: (reason: CameraFailureReason) => void;
  readonly lost: () => void;
}

/**
 * A device that is opened now and whenever it is asked for. What is opened again replaces what was open before; what opens after it is
 * wanted is closed at once. Returns how to open it, and how to close it for good.
 */
function device<Opened extends { stop(): void }>(of: Device<Opened>) {
  let current: Opened | undefined;
  let attempt = 0;
  let isPending = false;
  let chosen: string | undefined;
  const open = (deviceId?: string, isOther = deviceId !== undefined): void => {
    // A prompt, or a slow device, is not asked for again while it is awaited; another device is.
    if (isPending && !isOther) return;
    chosen = deviceId ?? (isPending ? chosen : undefined);
    isPending = true;
    const own = ++attempt;
    const isCurrent = () => own === attempt;
    of.open(chosen, () => isCurrent() && of.lost()).then(
      (opened) => {
        if (!isCurrent()) return opened.stop();
        isPending = false;
        current?.stop();
        current = opened;
        of.opened(opened);
      },
      (error: unknown) => {
        if (!isCurrent()) return;
        isPending = false;
        of.refused(error instanceof DeviceRefused ? error.reason : 'UnknownError');
      },
    );
  };
  const close = (): void => {
    attempt++;
    current?.stop();
  };
  open();
  return { open, close };
}

/** The user's camera, from the request for it to the end of the room. */
export const cameraActor = fromCallback<CameraCommand, { ports: Pick<Ports, 'camera'>; isFramed: boolean }, Event>(
  ({ sendBack, receive, input: { ports, ...input } }) => {
    let { isFramed } = input;
    const { open, close } = device<Camera>({
      open: (deviceId, lost) => ports.camera.open({ deviceId, isFramed, lost }),
      opened: (camera) => sendBack({ type: 'camera opened', camera }),
      refused: (reason) => sendBack({ type: 'camera refused', reason }),
      lost: () => sendBack({ type: 'camera lost' }),
    });
    receive((command) => {
      const isOther = command.isFramed !== undefined && command.isFramed !== isFramed;
      isFramed = command.isFramed ?? isFramed;
      open(command.deviceId, isOther || command.deviceId !== undefined);
    });
    return close;
  },
);

/** The user's microphone, from the request for it to the end of the room; requested again when it was lost. */
export const microphoneActor = fromCallback<{ type: 'open' }, { ports: Pick<Ports, 'microphone'> }, Event>(
  ({ sendBack, receive, input: { ports } }) => {
    const { open, close } = device<Microphone>({
      open: (_, lost) => ports.microphone.open({ lost }),
      opened: (microphone) => sendBack({ type: 'microphone opened', microphone }),
      refused: (reason) => sendBack({ type: 'microphone refused', reason }),
      lost: () => sendBack({ type: 'microphone lost' }),
    });
    receive(() => open());
    return close;
  },
);
