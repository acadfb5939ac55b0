import { DeviceRefused, type Microphone, type MicrophonePort } from '@unspoken/encounter/ports';
import { refusalReason } from './camera.ts';

/** The user's microphone, with the browser's own treatment of echo and noise. */
export const browserMicrophone: MicrophonePort = {
  async open({ lost }): Promise<Microphone> {
    try {
      if (!navigator.mediaDevices) throw new DOMException('no devices', 'SecurityError');
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
        video: false,
      });
      // `stop()` does not fire `ended`, so this reports only a lost microphone.
      for (const track of stream.getAudioTracks()) track.addEventListener('ended', lost);
      return {
        stream,
        stop() {
          for (const track of stream.getTracks()) track.stop();
        },
      };
    } catch (error) {
      throw new DeviceRefused(refusalReason(error));
    }
  },
};
