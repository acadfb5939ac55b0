import type { PeerEvent } from '@unspoken/encounter/ports';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserPeer } from './peer.ts';

/** A connection that notes what is asked of it, and whose negotiation goes on when the test says so. */
class Connection {
  static last: Connection;
  readonly asked: string[] = [];
  readonly configuration: RTCConfiguration;
  connectionState = 'new';
  localDescription: { type: string; sdp: string } | null = null;
  remoteDescription: unknown = null;
  onicecandidate: (event: { candidate: unknown }) => void = () => {};
  onconnectionstatechange: () => void = () => {};
  /** Whatever is set next fails. */
  failing = false;
  #held: Promise<void> | undefined;
  readonly #parameters = { encodings: [] as object[] };
  readonly #transceiver = {
    direction: 'recvonly',
    sender: {
      replaceTrack: async (track: { id: string }) => void this.asked.push(`track ${track.id}`),
      getParameters: () => this.#parameters,
      setParameters: async () => {},
    },
  };

  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration;
    Connection.last = this;
  }

  /** Negotiation stands still until the answer is called. */
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
  restartIce = () => void this.asked.push('ice anew');
  close = () => void this.asked.push('close');
}

const told: PeerEvent[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('RTCPeerConnection', Connection);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  told.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (relayOnly = false) => {
  const handle = browserPeer.open({ iceServers: [], relayOnly, tell: (event) => void told.push(event) });
  return { handle, connection: Connection.last };
};
const settled = () => vi.advanceTimersByTimeAsync(0);
const camera = { stream: { getVideoTracks: () => [{ id: 'of the camera' }] }, stop: () => {} };

test('[ENC-13] where only relayed paths are allowed, no other is tried', () => {
  expect([true, false].map((relayOnly) => open(relayOnly).connection.configuration.iceTransportPolicy)).toEqual([
    ...['relay', 'all'],
  ]);
});

test('[SIDE-3] an offer goes out without a picture; with Start the picture follows, without a new offer', async () => {
  const { handle, connection } = open();
  handle.offer();
  await settled();
  expect(connection.asked).toEqual(['transceiver video sendrecv', 'local offer']);
  expect(told).toEqual([{ type: 'description made', description: { type: 'offer', sdp: 'sdp of offer' } }]);
  handle.show(camera);
  await settled();
  expect(connection.asked.slice(2)).toEqual(['track of the camera']);
  expect(told).toHaveLength(1);
});

test('candidates that come before the description wait for it, and are taken in order', async () => {
  const { handle, connection } = open();
  for (const candidate of ['one', 'two']) handle.receiveCandidate({ candidate, from: 1 } as never);
  await settled();
  expect(connection.asked).toEqual([]);
  handle.receiveDescription({ type: 'offer', sdp: '' });
  handle.receiveCandidate({ candidate: 'three' } as never);
  await settled();
  expect(connection.asked).toEqual(['remote offer', 'local answer', 'candidate one', 'candidate two', 'candidate three']);
  expect(told).toEqual([{ type: 'description made', description: { type: 'answer', sdp: 'sdp of answer' } }]);
  handle.close();
});

test('steps of the negotiation never overlap, and one that fails holds up no other', async () => {
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
  // The description was refused, so the candidate still waits for one; the restart goes out all the same.
  expect(connection.asked).toEqual(['ice anew', 'local offer']);
  handle.receiveDescription({ type: 'answer', sdp: '' });
  await settled();
  expect(connection.asked.slice(2)).toEqual(['remote answer', 'candidate one']);
  handle.close();
});

test('what is asked of a connection that is closed is not done', async () => {
  const { handle, connection } = open();
  handle.offer();
  handle.close();
  await settled();
  expect(connection.asked).toEqual(['close']);
  expect(told).toEqual([]);
});

test('how the connection stands is told by name, and nothing between', () => {
  const { connection } = open();
  for (const state of ['connecting', 'connected', 'disconnected', 'failed', 'closed']) {
    connection.connectionState = state;
    connection.onconnectionstatechange();
  }
  expect(told.map(({ type }) => type)).toEqual(['peer connected', 'peer disconnected', 'peer failed']);
  connection.onicecandidate({ candidate: null });
  connection.onicecandidate({ candidate: { toJSON: () => ({ candidate: 'one' }) } });
  expect(told.slice(3)).toEqual([{ type: 'candidate found', candidate: { candidate: 'one' } }]);
});
