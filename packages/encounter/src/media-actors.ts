import type { CameraFailureReason } from '@unspoken/contract/encounters';
import { fromCallback } from 'xstate';
import type { Event } from './model.ts';
import { type Camera, DeviceRefused, type Microphone, type Ports } from './ports.ts';

/** The camera and the microphone, as actors that return their clean-up. */

export type CameraCommand = { type: 'open'; deviceId?: string | undefined };

/**
 * The user's camera, from the request for it to the end of the room. When it is opened again, the new picture replaces
 * the old one; if the user has left before it opens, it is closed again at once.
 */
export const cameraActor = fromCallback<CameraCommand, { ports: Pick<Ports, 'camera'> }, Event>(
  ({ sendBack, receive, input }) => {
    let camera: Camera | undefined;
    let attempt = 0;
    let isPending = false;
    const open = (deviceId?: string) => {
      // A prompt, or a slow device, is not asked for again while it is awaited; another device is.
      if (isPending && deviceId === undefined) return;
      isPending = true;
      const own = ++attempt;
      const isCurrent = () => own === attempt;
      const lost = () => isCurrent() && sendBack({ type: 'camera lost' });
      input.ports.camera.open({ deviceId, lost }).then(
        (opened) => {
          if (!isCurrent()) return opened.stop();
          isPending = false;
          camera?.stop();
          camera = opened;
          sendBack({ type: 'camera opened', camera });
        },
        (error: unknown) => {
          if (!isCurrent()) return;
          isPending = false;
          sendBack({ type: 'camera refused', reason: reasonOf(error) });
        },
      );
    };
    receive(({ deviceId }) => open(deviceId));
    open();
    return () => {
      attempt++;
      camera?.stop();
    };
  },
);

/** The user's microphone, from the request for it to the end of the room; requested again when it was lost. */
export const microphoneActor = fromCallback<{ type: 'open' }, { ports: Pick<Ports, 'microphone'> }, Event>(
  ({ sendBack, receive, input }) => {
    let microphone: Microphone | undefined;
    let attempt = 0;
    let isPending = false;
    const open = () => {
      if (isPending) return;
      isPending = true;
      const own = ++attempt;
      const isCurrent = () => own === attempt;
      input.ports.microphone.open({ lost: () => isCurrent() && sendBack({ type: 'microphone lost' }) }).then(
        (opened) => {
          if (!isCurrent()) return opened.stop();
          isPending = false;
          microphone?.stop();
          microphone = opened;
          sendBack({ type: 'microphone opened', microphone });
        },
        (error: unknown) => {
          if (!isCurrent()) return;
          isPending = false;
          sendBack({ type: 'microphone refused', reason: reasonOf(error) });
        },
      );
    };
    receive(open);
    open();
    return () => {
      attempt++;
      microphone?.stop();
    };
  },
);

const reasonOf = (error: unknown): CameraFailureReason => (error instanceof DeviceRefused ? error.reason : 'UnknownError');
