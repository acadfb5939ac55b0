import type { IceSetup, PeerEvent, PeerHandle, PeerPort, SoundDirections } from '@unspoken/encounter/ports';
import { type Adaptation, adapt, extendJitterBuffer } from './adaptation.ts';
import { watchFrames } from './frames.ts';

const configurationOf = ({ iceServers, relayOnly }: IceSetup): RTCConfiguration => ({
  iceServers: iceServers as RTCIceServer[],
  iceTransportPolicy: relayOnly ? 'relay' : 'all',
  bundlePolicy: 'max-bundle',
});

const directionOf = ({ sends, receives }: SoundDirections): RTCRtpTransceiverDirection => {
  if (sends) return receives ? 'sendrecv' : 'sendonly';
  return receives ? 'recvonly' : 'inactive';
};

/**
 * A real peer connection. It is established before either user has pressed Start; video is sent only from `show` on, and sound only
 * while `speak` has given a microphone.
 */
export const browserPeer: PeerPort = {
  open({ iceServers, relayOnly, sound, emit }): PeerHandle {
    const connection = new RTCPeerConnection(configurationOf({ iceServers, relayOnly }));
    let transceiver: RTCRtpTransceiver | undefined;
    let voice: RTCRtpTransceiver | undefined;
    let directions = sound;
    let shown: MediaStreamTrack | undefined;
    let spoken: MediaStreamTrack | null = null;
    let closed = false;
    let adaptation: Adaptation | undefined;
    let isSoft = false;
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
    /** Without a track nothing is sent: the frame that is being encoded is the last one. */
    const attach = () => {
      const replace = () => void transceiver?.sender.replaceTrack(shown ?? null).catch(() => {});
      // How it is to be sent is set first. It may be hidden again meanwhile.
      if (shown && adaptation) void adaptation.expect(shown).then(replace);
      else replace();
    };
    const ofKind = (kind: string) => connection.getTransceivers().find(({ receiver }) => receiver.track.kind === kind);
    /** Without a track nothing is sent; a disabled one would send silence. */
    const attachVoice = () => void voice?.sender.replaceTrack(spoken).catch(() => {});
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
    connection.ontrack = ({ track, receiver }) => {
      // A stream of its own for each: what the other side calls a stream decides nothing here.
      const stream = new MediaStream([track]);
      if (track.kind === 'audio') {
        if (directions) emit({ type: 'voice arrived', stream });
        return;
      }
      emit({ type: 'stream arrived', stream });
      stopWatching ??= watchFrames(connection, stream, (path) => emit({ type: 'frame arrived', ...(path && { path }) }));
      // A picture that is late against a voice would be noticed.
      if (!directions?.receives) stopWaiting ??= extendJitterBuffer(connection, receiver);
    };

    return {
      offer: () =>
        step('offer', async () => {
          transceiver ??= connection.addTransceiver('video', { direction: 'sendrecv' });
          attach();
          if (directions && !voice && (directions.sends || directions.receives)) {
            voice = connection.addTransceiver('audio', { direction: directionOf(directions) });
            attachVoice();
          }
          await connection.setLocalDescription();
          await sendDescription();
        }),
      receiveDescription: ({ type, sdp }) =>
        step('description', async () => {
          await connection.setRemoteDescription({ type, sdp });
          if (type === 'offer') {
            transceiver ??= ofKind('video');
            if (transceiver) transceiver.direction = 'sendrecv';
            attach();
            if (directions && !voice) {
              voice = ofKind('audio');
              if (voice) voice.direction = directionOf(directions);
              attachVoice();
            }
            await connection.setLocalDescription();
            await sendDescription();
          }
          // Set before any video is sent: setting it later would restart the video.
          if (transceiver) adaptation ??= adapt(connection, transceiver.sender, isSoft);
          for (const candidate of earlyCandidates.splice(0)) await connection.addIceCandidate(candidate);
        }),
      receiveCandidate: ({ from: _, ...candidate }) =>
        step('candidate', async () => {
          const init = candidate as RTCIceCandidateInit;
          if (connection.remoteDescription) await connection.addIceCandidate(init);
          else earlyCandidates.push(init);
        }),
      show(camera) {
        shown = (camera?.stream as MediaStream | undefined)?.getVideoTracks()[0];
        attach();
      },
      soften(soft) {
        isSoft = soft;
        adaptation?.soften(soft);
      },
      speak(microphone) {
        spoken = (microphone?.stream as MediaStream | undefined)?.getAudioTracks()[0] ?? null;
        attachVoice();
      },
      allowSound: (allowed) =>
        step('directions', async () => {
          directions = allowed;
          if (voice) voice.direction = directionOf(allowed);
        }),
      configure: (ice) => connection.setConfiguration(configurationOf(ice)),
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
        adaptation?.stop();
        connection.close();
      },
    };
  },
};
