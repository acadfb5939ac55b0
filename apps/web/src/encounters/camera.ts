import { type CameraFailureReason, cameraFailureReasons } from '@unspoken/contract/encounters';
import { type Camera, type CameraPort, CameraRefused } from '@unspoken/encounter/ports';

const reasonOf = (error: unknown): CameraFailureReason =>
  cameraFailureReasons.find((each) => each === (error as { name?: string } | null)?.name) ?? 'UnknownError';

/** The person's camera, and only the camera: the microphone is never asked for. */
export const browserCamera: CameraPort = {
  async open(): Promise<Camera> {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: 'user', width: { ideal: 1_280 }, height: { ideal: 720 } },
      });
      return {
        stream,
        stop() {
          for (const track of stream.getTracks()) track.stop();
        },
      };
    } catch (error) {
      throw new CameraRefused(reasonOf(error));
    }
  },
};
