import { type CameraFailureReason, cameraFailureReasons } from '@unspoken/contract/encounters';
import { type Camera, type CameraPort, CameraRefused } from '@unspoken/encounter/ports';

const key = 'unspoken.camera';

const reasonOf = (error: unknown): CameraFailureReason =>
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
    // Then it is the browser's choice the next time.
  }
}

const size = { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } };

const ask = (video: MediaTrackConstraints): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...video } });

/** The camera that was chosen last, if it is still there; otherwise the one that looks at the person. */
async function lastUsed(): Promise<MediaStream> {
  const known = remembered();
  const anyOne = () => ask({ facingMode: 'user' });
  if (!known) return anyOne();
  return ask({ deviceId: { exact: known } }).catch((error: DOMException) => {
    if (error.name === 'OverconstrainedError' || error.name === 'NotFoundError') return anyOne();
    throw error;
  });
}

/** The cameras there are, by name; empty until one has been allowed. */
export async function cameras(): Promise<{ deviceId: string; label: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId, label }) => kind === 'videoinput' && deviceId !== '' && label !== '')
    .map(({ deviceId, label }) => ({ deviceId, label }));
}

/** The person's camera, and only the camera: the microphone is never asked for. */
export const browserCamera: CameraPort = {
  async open({ deviceId, lost }): Promise<Camera> {
    try {
      // A page that is not served securely has no devices at all.
      if (!navigator.mediaDevices) throw new DOMException('no devices', 'SecurityError');
      const stream = deviceId ? await ask({ deviceId: { exact: deviceId } }) : await lastUsed();
      const [track] = stream.getVideoTracks();
      if (deviceId) remember(deviceId);
      // Not heard of when it is stopped here.
      track?.addEventListener('ended', lost);
      return {
        stream,
        stop() {
          for (const each of stream.getTracks()) each.stop();
        },
      };
    } catch (error) {
      throw new CameraRefused(reasonOf(error));
    }
  },
};
