import type { PeerEvent } from '@unspoken/encounter/ports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserPeer } from './peer.ts';

/** A fake connection that records the calls made to it, and whose negotiation the test can hold. */
class Connection {
  static last: Connection;
  readonly asked: string[] = [];
  readonly configuration: RTCConfiguration;
  connectionState = 'new';
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: unknown = null;
  onicecandidate: (event: { candidate: unknown }) => void = () => {};
  onconnectionstatechange: () => void = () => {};
  /** By how much what is sent was scaled down, in order. */
  readonly scales: unknown[] = [];
  /** Makes the next step fail. */
  failing = false;
  #held: Promise<void> | undefined;
  readonly #parameters = { encodings: [{}] as object[] };
  readonly #transceiver = {
    direction: 'recvonly',
    receiver: { track: { kind: 'video' } },
    sender: {
      track: null,
      replaceTrack: async (track: { id: string } | null) => void this.asked.push(track ? `track ${track.id}` : 'no track'),
      getParameters: () => this.#parameters,
      setParameters: async () =>
        void this.scales.push((this.#parameters.encodings[0] as RTCRtpEncodingParameters).scaleResolutionDownBy),
    },
  };

  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration;
    Connection.last = this;
  }

  /** Holds the negotiation until the returned function is called. */
  hold(): () => void {
    let release = () => {};
    this.#held = new Promise((resume) => {
      release = resume;
    });
    return release;
  }

  async #step(what: string): Promise<void> {
    await this.#held;
    if (this.failing) {
      this.failing = false;
      throw new Error('refused');
    }
    this.asked.push(what);
  }

  async setLocalDescription(): Promise<void> {
    const type = this.remoteDescription && this.localDescription === null ? 'answer' : 'offer';
    await this.#step(`local ${type}`);
    this.localDescription = { type, sdp: `sdp of ${type}` };
  }

  async setRemoteDescription({ type }: { type: string }): Promise<void> {
    await this.#step(`remote ${type}`);
    this.remoteDescription = { type };
  }

  async addIceCandidate({ candidate }: { candidate: string }): Promise<void> {
    await this.#step(`candidate ${candidate}`);
  }

  addTransceiver(kind: string, { direction }: { direction: string }) {
    this.asked.push(`transceiver ${kind} ${direction}`);
    return this.#transceiver;
  }

  getTransceivers() {
    return [this.#transceiver];
  }

  getStats = async () => new Map();
  addEventListener() {}
  removeEventListener() {}
  restartIce = () => void this.asked.push('ICE restart');
  close = () => void this.asked.push('close');
}

const events: PeerEvent[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', Connection);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  events.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (relayOnly = false) => {
  const handle = browserPeer.open({ iceServers: [], relayOnly, emit: (event) => void events.push(event) });
  return { handle, connection: Connection.last };
};
const settled = () => vi.advanceTimersByTimeAsync(0);
const track = (height?: number) => ({ id: 'of the camera', getSettings: () => ({ height }) });
const cameraOf = (height?: number) => ({ stream: { getVideoTracks: () => [track(height)] }, isFramed: false, stop: () => {} });
const camera = cameraOf();

test('[ENC-13] only relayed paths are tried where no others are allowed', () => {
  expect([true, false].map((relayOnly) => open(relayOnly).connection.configuration.iceTransportPolicy)).toEqual([
    ...['relay', 'all'],
  ]);
});

test('[SIDE-3] an offer goes out without video; at Start the video follows, without a new offer', async () => {
  const { handle, connection } = open();
  handle.offer();
  await settled();
  expect(connection.asked).toEqual(['transceiver video sendrecv', 'no track', 'local offer']);
  expect(events).toEqual([{ type: 'description made', description: { type: 'offer', sdp: 'sdp of offer' } }]);
  handle.show(camera);
  await settled();
  expect(connection.asked.slice(3)).toEqual(['track of the camera']);
  expect(events).toHaveLength(1);
});

test('candidates that arrive before the description wait for it, and are added in order', async () => {
  const { handle, connection } = open();
  for (const candidate of ['one', 'two']) handle.receiveCandidate({ candidate, from: 1 } as never);
  await settled();
  expect(connection.asked).toEqual([]);
  handle.receiveDescription({ type: 'offer', sdp: '' });
  handle.receiveCandidate({ candidate: 'three' } as never);
  await settled();
  expect(connection.asked).toEqual([
    'remote offer',
    'no track',
    'local answer',
    'candidate one',
    'candidate two',
    'candidate three',
  ]);
  expect(events).toEqual([{ type: 'description made', description: { type: 'answer', sdp: 'sdp of answer' } }]);
  handle.close();
});

test('steps of the negotiation never overlap, and a failed step does not hold up the others', async () => {
  const { handle, connection } = open();
  const release = connection.hold();
  handle.receiveDescription({ type: 'answer', sdp: '' });
  handle.receiveCandidate({ candidate: 'one' } as never);
  handle.restart();
  await settled();
  expect(connection.asked).toEqual([]);
  connection.failing = true;
  release();
  await settled();
  // The description was refused, so the candidate still waits for one; the restart is sent all the same.
  expect(connection.asked).toEqual(['ICE restart', 'local offer']);
  handle.receiveDescription({ type: 'answer', sdp: '' });
  await settled();
  expect(connection.asked.slice(2)).toEqual(['remote answer', 'candidate one']);
  handle.close();
});

test('calls to a closed connection have no effect', async () => {
  const { handle, connection } = open();
  handle.offer();
  handle.close();
  await settled();
  expect(connection.asked).toEqual(['close']);
  expect(events).toEqual([]);
});

test('connected, disconnected and failed are reported by name; other connection states are not', () => {
  const { connection } = open();
  for (const state of ['connecting', 'connected', 'disconnected', 'failed', 'closed']) {
    connection.connectionState = state;
    connection.onconnectionstatechange();
  }
  expect(events.map(({ type }) => type)).toEqual(['peer connected', 'peer disconnected', 'peer failed']);
  connection.onicecandidate({ candidate: null });
  connection.onicecandidate({ candidate: { toJSON: () => ({ candidate: 'one' }) } });
  expect(events.slice(3)).toEqual([{ type: 'candidate found', candidate: { candidate: 'one' } }]);
});

test('[SIDE-76] what is to be soft is scaled to 90 lines before it is sent, whatever is known of it', async () => {
  const { handle, connection } = open();
  handle.soften(true);
  handle.receiveDescription({ type: 'offer', sdp: '' });
  await settled();
  // As if it were the largest there is.
  expect(connection.scales).toEqual([24]);
  const scaledBefore = async (height: number | undefined) => {
    connection.asked.length = 0;
    handle.show(cameraOf(height));
    const asked = [...connection.asked];
    await settled();
    expect([asked, connection.asked]).toEqual([[], ['track of the camera']]);
    return connection.scales.at(-1);
  };
  expect(await scaledBefore(720)).toBe(8);
  expect(await scaledBefore(1_280)).toBeCloseTo(1_280 / 90);
  // A picture of which nothing is known counts as the one before.
  expect(await scaledBefore(undefined)).toBeCloseTo(1_280 / 90);
  // The veil hides at once, also what is about to be shown.
  connection.asked.length = 0;
  handle.show(cameraOf(720));
  handle.show(undefined);
  expect(connection.asked).toEqual(['no track']);
  await settled();
  expect(connection.asked).toEqual(['no track', 'no track']);
  handle.soften(false);
  await settled();
  expect(connection.scales.at(-1)).toBe(1);
  handle.close();
});
