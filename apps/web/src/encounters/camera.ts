import { type CameraFailureReason, cameraFailureReasons } from '@unspoken/contract/encounters';
import { type Camera, type CameraPort, DeviceRefused } from '@unspoken/encounter/ports';
import type { OpenWindow } from './window/portrait-window.ts';

const key = 'unspoken.camera';

/** The browser's reason why a device could not be opened. */
export const refusalReason = (error: unknown): CameraFailureReason =>
  cameraFailureReasons.find((each) => each === (error as { name?: string } | null)?.name) ?? 'UnknownError';

function remembered(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(deviceId: string): void {
  try {
    localStorage.setItem(key, deviceId);
  } catch {
    // Without storage the browser chooses the camera next time.
  }
}

const size = { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } };

const requestVideo = (video: MediaTrackConstraints): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...video } });

/** The camera chosen last, if it is still available; otherwise the one that faces the user. */
async function lastUsed(): Promise<MediaStream> {
  const known = remembered();
  const frontCamera = () => requestVideo({ facingMode: 'user' });
  if (!known) return frontCamera();
  return requestVideo({ deviceId: { exact: known } }).catch((error: DOMException) => {
    if (error.name === 'OverconstrainedError' || error.name === 'NotFoundError') return frontCamera();
    throw error;
  });
}

/** The available cameras with their labels; empty until the user has allowed one. */
export async function cameras(): Promise<{ deviceId: string; label: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId, label }) => kind === 'videoinput' && deviceId !== '' && label !== '')
    .map(({ deviceId, label }) => ({ deviceId, label }));
}

/** A portrait window in a picture, or undefined where it cannot be cut. Who wants none does not load the code for it. */
async function windowIn(track: MediaStreamTrack, lost: () => void): Promise<OpenWindow | undefined> {
  const { openWindow } = await import('./window/portrait-window.ts').catch(() => ({ openWindow: undefined }));
  return openWindow?.(track, lost);
}

/** The user's camera only: the microphone is never requested. */
export const browserCamera: CameraPort = {
  async open({ deviceId, isFramed, lost }): Promise<Camera> {
    let stream: MediaStream | undefined;
    const close = () => {
      for (const each of stream?.getTracks() ?? []) each.stop();
    };
    try {
      // `mediaDevices` is undefined in an insecure context.
      if (!navigator.mediaDevices) throw new DOMException('no devices', 'SecurityError');
      stream = deviceId ? await requestVideo({ deviceId: { exact: deviceId } }) : await lastUsed();
      const [track] = stream.getVideoTracks();
      if (deviceId) remember(deviceId);
      // `stop()` does not fire `ended`, so this reports only a lost camera.
      track?.addEventListener('ended', lost);
      const window = isFramed && track ? await windowIn(track, lost) : undefined;
      // Taken away meanwhile: whoever waits for it has heard nothing yet.
      if (track?.readyState === 'ended') {
        window?.stop();
        throw new DOMException('the camera is gone', 'NotReadableError');
      }
      return {
        stream: window ? new MediaStream([window.track]) : stream,
        isFramed: window !== undefined,
        ...(track && { device: { id: track.getSettings().deviceId ?? '', label: track.label } }),
        stop() {
          window?.stop();
          close();
        },
      };
    } catch (error) {
      close();
      throw new DeviceRefused(refusalReason(error));
    }
  },
};
