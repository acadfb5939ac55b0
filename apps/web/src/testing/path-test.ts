/** One way in which two machines can connect, tried with two peer connections of this page. */
export interface PathResult {
  readonly works: boolean;
  /** From the start to the open channel, ms. */
  readonly setup?: number;
  /** Median round trip, ms. */
  readonly roundTrip?: number;
  /** Share of small messages that were lost, 0 to 1. */
  readonly loss?: number;
  /** Kilobits a second, one way. */
  readonly throughput?: number;
}

const patience = 8_000;
const pings = 50;
const pingEvery = 20;
const burst = 64;
const burstSize = 8_000;

const wait = (ms: number) => new Promise<void>((resume) => setTimeout(resume, ms));

/** Resolves when the channel is open; rejects after `patience`. */
const opened = (channel: RTCDataChannel): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no path')), patience);
    channel.onopen = () => {
      clearTimeout(timer);
      resolve();
    };
  });

/** Tries one way to connect, and measures it. Sends no camera picture. */
export async function tryPath(iceServers: readonly RTCIceServer[], policy: RTCIceTransportPolicy): Promise<PathResult> {
  const configuration = { iceServers: [...iceServers], iceTransportPolicy: policy };
  const [here, there] = [new RTCPeerConnection(configuration), new RTCPeerConnection(configuration)];
  here.onicecandidate = ({ candidate }) => candidate && void there.addIceCandidate(candidate).catch(() => {});
  there.onicecandidate = ({ candidate }) => candidate && void here.addIceCandidate(candidate).catch(() => {});
  const unreliable = here.createDataChannel('pings', { ordered: false, maxRetransmits: 0 });
  const reliable = here.createDataChannel('burst');
  there.ondatachannel = ({ channel }) => {
    if (channel.label === 'pings') channel.onmessage = ({ data }) => channel.send(data);
    else echoWhenComplete(channel);
  };
  const began = performance.now();
  try {
    const open = Promise.all([opened(unreliable), opened(reliable)]);
    await here.setLocalDescription();
    await there.setRemoteDescription(here.localDescription as RTCSessionDescription);
    await there.setLocalDescription();
    await here.setRemoteDescription(there.localDescription as RTCSessionDescription);
    await open;
    const setup = performance.now() - began;
    return { works: true, setup, ...(await ping(unreliable)), throughput: await flood(reliable) };
  } catch {
    return { works: false };
  } finally {
    here.close();
    there.close();
  }
}

/** Answers "done" once everything has arrived. */
function echoWhenComplete(channel: RTCDataChannel): void {
  let received = 0;
  channel.onmessage = ({ data }) => {
    received += (data as ArrayBuffer).byteLength;
    if (received >= burst * burstSize) channel.send('done');
  };
  channel.binaryType = 'arraybuffer';
}

async function ping(channel: RTCDataChannel): Promise<{ roundTrip?: number; loss: number }> {
  const sent = new Map<string, number>();
  const trips: number[] = [];
  channel.onmessage = ({ data }) => trips.push(performance.now() - (sent.get(data as string) ?? 0));
  for (let i = 0; i < pings; i++) {
    sent.set(String(i), performance.now());
    channel.send(String(i));
    await wait(pingEvery);
  }
  await wait(500);
  const median = trips.sort((a, b) => a - b)[trips.length >> 1];
  return { ...(median !== undefined && { roundTrip: median }), loss: 1 - trips.length / pings };
}

async function flood(channel: RTCDataChannel): Promise<number> {
  const began = performance.now();
  const done = new Promise<void>((resolve) => {
    channel.onmessage = () => resolve();
  });
  for (let i = 0; i < burst; i++) channel.send(new ArrayBuffer(burstSize));
  await Promise.race([done, wait(patience)]);
  return (burst * burstSize * 8) / (performance.now() - began);
}
