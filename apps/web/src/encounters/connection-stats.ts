/** What a peer connection says of itself, as far as anything here depends on it (W3C webrtc-stats). */
export interface ConnectionStats {
  /** Frames of the partner decoded so far. */
  readonly framesDecoded: number;
  /** Of the path in use, s; undefined while there is none. */
  readonly roundTrip: number | undefined;
  /** What the path has room for, bits a second; undefined while nobody knows. */
  readonly availableOutgoing: number | undefined;
}

interface Entry {
  readonly type: string;
  readonly kind?: string;
  readonly framesDecoded?: number;
  readonly nominated?: boolean;
  readonly currentRoundTripTime?: number;
  readonly availableOutgoingBitrate?: number;
}

/** Reads them now; a connection that is closed meanwhile has none. */
export async function statsOf(connection: RTCPeerConnection): Promise<ConnectionStats> {
  const stats: { -readonly [name in keyof ConnectionStats]: ConnectionStats[name] } = {
    framesDecoded: 0,
    roundTrip: undefined,
    availableOutgoing: undefined,
  };
  const report = await connection.getStats().catch(() => undefined);
  report?.forEach((entry: Entry) => {
    if (entry.type === 'inbound-rtp' && entry.kind === 'video')
      stats.framesDecoded = Math.max(stats.framesDecoded, entry.framesDecoded ?? 0);
    if (entry.type !== 'candidate-pair' || !entry.nominated) return;
    stats.roundTrip = entry.currentRoundTripTime ?? stats.roundTrip;
    stats.availableOutgoing = entry.availableOutgoingBitrate ?? stats.availableOutgoing;
  });
  return stats;
}
