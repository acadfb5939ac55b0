import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adapt } from './adaptation.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A connection that measures what it is told to, and a sender that keeps what it is set to. */
function sending({ saveData = false } = {}) {
  vi.stubGlobal('navigator', { connection: { saveData } });
  const measured = { available: 5_000_000, lost: 0 };
  const entries = () => [
    { id: 'transport', type: 'transport', selectedCandidatePairId: 'pair' },
    {
      ...{ id: 'pair', type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.05 },
      availableOutgoingBitrate: measured.available,
    },
    { id: 'source', type: 'media-source', kind: 'video', height: 480 },
    { id: 'remote', type: 'remote-inbound-rtp', kind: 'video', fractionLost: measured.lost },
  ];
  const connection = Object.assign(new EventTarget(), {
    getStats: async () => new Map(entries().map((entry) => [entry.id, entry])),
  }) as unknown as RTCPeerConnection;
  const encoding: RTCRtpEncodingParameters = {};
  const sender = {
    track: null,
    getParameters: () => ({ encodings: [{ ...encoding }] }),
    setParameters: async ({ encodings }: RTCRtpSendParameters) => void Object.assign(encoding, encodings[0]),
  } as unknown as RTCRtpSender;
  const { stop } = adapt(connection, sender, false);
  const sent = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return [encoding.maxBitrate, encoding.maxFramerate, 480 / (encoding.scaleResolutionDownBy ?? 1)];
  };
  return { measured, sent, stop };
}

const [full, small, smallest] = [
  [1_500_000, 30, 480],
  [85_000, 12, 160],
  [40_000, 8, 120],
];

test('[ENC-18] what is measured on the connection moves the picture that is sent', async () => {
  const { measured, sent, stop } = sending();
  expect(await sent(0)).toEqual(full);
  measured.available = 75_000;
  expect(await sent(1)).toEqual(full);
  expect(await sent(1)).toEqual(small);
  measured.available = 60_000;
  expect(await sent(1)).toEqual(small);
  expect(await sent(1)).toEqual(smallest);
  // It did not fit twice: 6 measurements in a row that would let it grow become 96.
  measured.available = 5_000_000;
  expect(await sent(95)).toEqual(smallest);
  expect(await sent(1)).toEqual(small);
  expect(await sent(96)).toEqual(full);
  stop();
  measured.available = 60_000;
  expect(await sent(30)).toEqual(full);
});

test('[ENC-18] a browser that saves data sends the small picture from the start, and none that is larger', async () => {
  const { sent, stop } = sending({ saveData: true });
  expect(await sent(0)).toEqual(small);
  expect(await sent(60)).toEqual(small);
  stop();
});
