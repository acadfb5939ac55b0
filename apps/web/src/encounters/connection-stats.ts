import { type ConnectionPath, connectionPaths } from '@unspoken/contract/encounters';

/** The statistics of a peer connection that the client uses (W3C webrtc-stats). */
export interface ConnectionStats {
  /** Frames of the partner decoded so far. */
  readonly framesDecoded: number;
  /** Round trip of the path in use, s; undefined while no path is in use. */
  readonly roundTrip: number | undefined;
  /** Available bandwidth of the path, bits a second; undefined while it is unknown. */
  readonly availableOutgoing: number | undefined;
  /** Share of the packets of the picture that were lost lately, 0 to 1; undefined while the other side has not said. */
  readonly lost: number | undefined;
  /** Lines of the picture that is given to the encoder; undefined while none is. */
  readonly sourceLines: number | undefined;
  /** The kind of the path in use, seen from this side; undefined while no path is in use. */
  readonly path: ConnectionPath | undefined;
}

interface Entry {
  readonly type: string;
  readonly kind?: string;
  readonly framesDecoded?: number;
  readonly height?: number;
  readonly fractionLost?: number;
  readonly id: string;
  readonly nominated?: boolean;
  readonly selected?: boolean;
  readonly selectedCandidatePairId?: string;
  readonly currentRoundTripTime?: number;
  readonly availableOutgoingBitrate?: number;
  readonly localCandidateId?: string;
  readonly remoteCandidateId?: string;
  readonly candidateType?: string;
  readonly relayProtocol?: string;
}

/** The kind of path; undefined where the statistics are incomplete. Only the partner's relay is reached by UDP, like any host. */
function pathBetween(local: Entry | undefined, remote: Entry | undefined): ConnectionPath | undefined {
  if (!local?.candidateType || !remote?.candidateType) return undefined;
  if (local.candidateType !== 'relay') return remote.candidateType === 'relay' ? 'relay_udp' : 'direct';
  return connectionPaths.find((path) => path === `relay_${local.relayProtocol}`);
}

/** Reads the current statistics; a connection that is closed meanwhile has none. */
export async function statsOf(connection: RTCPeerConnection): Promise<ConnectionStats> {
  const stats: { -readonly [name in keyof ConnectionStats]: ConnectionStats[name] } = {
    framesDecoded: 0,
    roundTrip: undefined,
    availableOutgoing: undefined,
    lost: undefined,
    sourceLines: undefined,
    path: undefined,
  };
  const report = await connection.getStats().catch(() => undefined);
  let used: string | undefined;
  report?.forEach((entry: Entry) => {
    if (entry.type === 'transport') used = entry.selectedCandidatePairId ?? used;
  });
  report?.forEach((entry: Entry) => {
    if (entry.type === 'inbound-rtp' && entry.kind === 'video')
      stats.framesDecoded = Math.max(stats.framesDecoded, entry.framesDecoded ?? 0);
    if (entry.type === 'media-source' && entry.kind === 'video') stats.sourceLines = entry.height;
    if (entry.type === 'remote-inbound-rtp' && entry.kind === 'video') stats.lost = entry.fractionLost;
    // The selected pair, as the transport reports it; Firefox marks the pair itself.
    const isUsed = used === undefined ? (entry.selected ?? entry.nominated) : entry.id === used;
    if (entry.type !== 'candidate-pair' || !isUsed) return;
    stats.roundTrip = entry.currentRoundTripTime ?? stats.roundTrip;
    stats.availableOutgoing = entry.availableOutgoingBitrate ?? stats.availableOutgoing;
    stats.path = pathBetween(report.get(entry.localCandidateId ?? ''), report.get(entry.remoteCandidateId ?? ''));
  });
  return stats;
}
