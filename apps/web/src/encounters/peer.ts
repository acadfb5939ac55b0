import type { PeerEvent, PeerHandle, PeerPort } from '@unspoken/encounter/ports';

/** How often the arrival of frames is looked at, ms: closely until there is a first one. */
const lookForFirst = 60;
const lookForNext = 400;

/** A real peer connection. It stands before anybody has pressed Start; a picture is sent only from `show` on. */
export const browserPeer: PeerPort = {
  open({ iceServers, tell }): PeerHandle {
    const connection = new RTCPeerConnection({ iceServers: iceServers as RTCIceServer[], bundlePolicy: 'max-bundle' });
    let transceiver: RTCRtpTransceiver | undefined;
    let shown: MediaStreamTrack | undefined;
    let closed = false;
    const early: RTCIceCandidateInit[] = [];
    // Steps of the negotiation never overlap. A step that fails is logged, without its contents, and the next goes on.
    let steps: Promise<unknown> = Promise.resolve();
    const step = (what: string, run: () => Promise<unknown>) => {
      steps = steps
        .then(() => (closed ? undefined : run()))
        .catch((error: unknown) => console.warn(`${what}: ${(error as Error).name}`));
    };
    const send = async () => {
      const { localDescription } = connection;
      if (localDescription)
        tell({ type: 'description made', description: { type: localDescription.type as 'offer', sdp: localDescription.sdp } });
    };
    const attach = () => {
      if (transceiver && shown) void transceiver.sender.replaceTrack(shown).catch(() => {});
    };

    connection.onicecandidate = ({ candidate }) => {
      if (candidate) tell({ type: 'candidate found', candidate: candidate.toJSON() as { candidate: string } });
    };
    connection.onconnectionstatechange = () => {
      const events: Partial<Record<RTCPeerConnectionState, PeerEvent>> = {
        connected: { type: 'peer connected' },
        disconnected: { type: 'peer disconnected' },
        failed: { type: 'peer failed' },
      };
      const event = events[connection.connectionState];
      if (event) tell(event);
    };
    connection.ontrack = ({ track, streams }) => {
      const stream = streams[0] ?? new MediaStream([track]);
      tell({ type: 'stream arrived', stream });
      stopWatching ??= watchFrames(connection, stream, () => tell({ type: 'frame arrived' }));
    };
    let stopWatching: (() => void) | undefined;

    return {
      offer: () =>
        step('offer', async () => {
          transceiver ??= connection.addTransceiver('video', { direction: 'sendrecv' });
          attach();
          await connection.setLocalDescription();
          await send();
        }),
      receiveDescription: (description) =>
        step('description', async () => {
          await connection.setRemoteDescription(description);
          if (description.type === 'offer') {
            transceiver ??= connection.getTransceivers()[0];
            if (transceiver) transceiver.direction = 'sendrecv';
            attach();
            await connection.setLocalDescription();
            await send();
          }
          for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate);
        }),
      receiveCandidate: (candidate) =>
        step('candidate', async () => {
          const init = candidate as RTCIceCandidateInit;
          if (connection.remoteDescription) await connection.addIceCandidate(init);
          else early.push(init);
        }),
      show(camera) {
        shown = (camera.stream as MediaStream).getVideoTracks()[0];
        attach();
      },
      restart: () =>
        step('restart', async () => {
          connection.restartIce();
          await connection.setLocalDescription();
          await send();
        }),
      close() {
        closed = true;
        stopWatching?.();
        connection.close();
      },
    };
  },
};

/** Tells whenever new frames of the partner have been decoded. A muted element keeps the decoder at work, seen or not. */
function watchFrames(connection: RTCPeerConnection, stream: MediaStream, arrived: () => void): () => void {
  const sink = document.createElement('video');
  sink.muted = true;
  sink.srcObject = stream;
  void sink.play().catch(() => {});
  let decoded = 0;
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    const report = await connection.getStats().catch(() => undefined);
    let now = decoded;
    report?.forEach((entry: { type: string; kind?: string; framesDecoded?: number }) => {
      if (entry.type === 'inbound-rtp' && entry.kind === 'video') now = Math.max(now, entry.framesDecoded ?? 0);
    });
    if (now > decoded) arrived();
    decoded = now;
    timer = setTimeout(look, decoded === 0 ? lookForFirst : lookForNext);
  };
  timer = setTimeout(look, 0);
  return () => {
    clearTimeout(timer);
    sink.srcObject = null;
  };
}
