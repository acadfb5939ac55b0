import type { PeerEvent, PeerHandle, PeerPort } from '@unspoken/encounter/ports';
import { adapt, extendJitterBuffer } from './adaptation.ts';
import { watchFrames } from './frames.ts';

/** A real peer connection. It is established before either user has pressed Start; video is sent only from `show` on. */
export const browserPeer: PeerPort = {
  open({ iceServers, relayOnly, emit }): PeerHandle {
    const connection = new RTCPeerConnection({
      iceServers: iceServers as RTCIceServer[],
      iceTransportPolicy: relayOnly ? 'relay' : 'all',
      bundlePolicy: 'max-bundle',
    });
    let transceiver: RTCRtpTransceiver | undefined;
    let shown: MediaStreamTrack | undefined;
    let closed = false;
    const earlyCandidates: RTCIceCandidateInit[] = [];
    // Negotiation steps never overlap. A failed step is logged, without its contents, and the next one runs.
    let steps: Promise<unknown> = Promise.resolve();
    const step = (what: string, run: () => Promise<unknown>) => {
      steps = steps
        .then(() => (closed ? undefined : run()))
        .catch((error: unknown) => console.warn(`${what}: ${(error as Error).name}`));
    };
    const sendDescription = async () => {
      const { localDescription } = connection;
      if (localDescription)
        emit({ type: 'description made', description: { type: localDescription.type as 'offer', sdp: localDescription.sdp } });
    };
    const attach = () => {
      if (transceiver && shown) void transceiver.sender.replaceTrack(shown).catch(() => {});
    };
    let stopAdapting: (() => void) | undefined;
    let stopWatching: (() => void) | undefined;
    let stopWaiting: (() => void) | undefined;

    connection.onicecandidate = ({ candidate }) => {
      if (candidate) emit({ type: 'candidate found', candidate: candidate.toJSON() as { candidate: string } });
    };
    connection.onconnectionstatechange = () => {
      const events: Partial<Record<RTCPeerConnectionState, PeerEvent>> = {
        connected: { type: 'peer connected' },
        disconnected: { type: 'peer disconnected' },
        failed: { type: 'peer failed' },
      };
      const event = events[connection.connectionState];
      if (event) emit(event);
    };
    connection.ontrack = ({ track, streams, receiver }) => {
      const stream = streams[0] ?? new MediaStream([track]);
      emit({ type: 'stream arrived', stream });
      stopWatching ??= watchFrames(connection, stream, (path) => emit({ type: 'frame arrived', ...(path && { path }) }));
      stopWaiting ??= extendJitterBuffer(connection, receiver);
    };

    return {
      offer: () =>
        step('offer', async () => {
          transceiver ??= connection.addTransceiver('video', { direction: 'sendrecv' });
          attach();
          await connection.setLocalDescription();
          await sendDescription();
        }),
      receiveDescription: ({ type, sdp }) =>
        step('description', async () => {
          await connection.setRemoteDescription({ type, sdp });
          if (type === 'offer') {
            transceiver ??= connection.getTransceivers()[0];
            if (transceiver) transceiver.direction = 'sendrecv';
            attach();
            await connection.setLocalDescription();
            await sendDescription();
          }
          // Set before any video is sent: setting it later would restart the video.
          if (transceiver) stopAdapting ??= adapt(connection, transceiver.sender);
          for (const candidate of earlyCandidates.splice(0)) await connection.addIceCandidate(candidate);
        }),
      receiveCandidate: ({ from: _, ...candidate }) =>
        step('candidate', async () => {
          const init = candidate as RTCIceCandidateInit;
          if (connection.remoteDescription) await connection.addIceCandidate(init);
          else earlyCandidates.push(init);
        }),
      show(camera) {
        shown = (camera.stream as MediaStream).getVideoTracks()[0];
        attach();
      },
      restart: () =>
        step('restart', async () => {
          connection.restartIce();
          await connection.setLocalDescription();
          await sendDescription();
        }),
      close() {
        closed = true;
        stopWatching?.();
        stopWaiting?.();
        stopAdapting?.();
        connection.close();
      },
    };
  },
};
