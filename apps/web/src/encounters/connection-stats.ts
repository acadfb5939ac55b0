import { type ConnectionPath, connectionPaths } from '@unspoken/contract/encounters';

/** What a peer connection says of itself, as far as anything here depends on it (W3C webrtc-stats). */
export interface ConnectionStats {
  /** Frames of the partner decoded so far. */
  readonly framesDecoded: number;
  /** Of the path in use, s; undefined while there is none. */
  readonly roundTrip: number | undefined;
  /** What the path has room for, bits a second; undefined while nobody knows. */
  readonly availableOutgoing: number | undefined;
  /** How the path in use goes, from this side; undefined while there is none. */
  readonly path: ConnectionPath | undefined;
}

interface Entry {
  readonly type: string;
  readonly kind?: string;
  readonly framesDecoded?: number;
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

/** How the path goes; undefined where not enough is told. The partner's relay alone is reached by UDP, like any machine. */
function pathBetween(local: Entry | undefined, remote: Entry | undefined): ConnectionPath | undefined {
  if (!local?.candidateType || !remote?.candidateType) return undefined;
  if (local.candidateType !== 'relay') return remote.candidateType === 'relay' ? 'relay_udp' : 'direct';
  return connectionPaths.find((path) => path === `relay_${local.relayProtocol}`);
}

/** Reads them now; a connection that is closed meanwhile has none. */
export async function statsOf(connection: RTCPeerConnection): Promise<ConnectionStats> {
  const stats: { -readonly [name in keyof ConnectionStats]: ConnectionStats[name] } = {
    framesDecoded: 0,
    roundTrip: undefined,
    availableOutgoing: undefined,
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
    // The pair in use, by the transport's word; Firefox marks the pair itself.
    const isUsed = used === undefined ? (entry.selected ?? entry.nominated) : entry.id === used;
    if (entry.type !== 'candidate-pair' || !isUsed) return;
    stats.roundTrip = entry.currentRoundTripTime ?? stats.roundTrip;
    stats.availableOutgoing = entry.availableOutgoingBitrate ?? stats.availableOutgoing;
    stats.path = pathBetween(report.get(entry.localCandidateId ?? ''), report.get(entry.remoteCandidateId ?? ''));
  });
  return stats;
}
