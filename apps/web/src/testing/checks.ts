import { testIceServers } from '@unspoken/contract/encounters';
import { presenceCount, realtimeAuth } from '@unspoken/contract/presence';
import { io } from 'socket.io-client';
import { browserCamera } from '../encounters/camera.ts';
import { call } from '../platform/api.ts';
import { missingFeatures, ownBrowser } from '../platform/browser.ts';
import { session } from '../session/session.ts';
import { type PathResult, tryPath } from './path-test.ts';

export const rowNames = [
  'browser',
  'camera',
  'microphone',
  'server',
  'socket',
  'direct',
  'relayUdp',
  'relayTcp',
  'relayTls',
] as const;
export type RowName = (typeof rowNames)[number];
type RowState = 'waiting' | 'running' | 'good' | 'bad' | 'signIn' | 'absent';

/** One row of the test: its result, and figures or names beside it. */
export interface Row {
  readonly state: RowState;
  readonly detail?: string;
}
export type Rows = Readonly<Record<RowName, Row>>;

export const untried = Object.fromEntries(rowNames.map((name) => [name, { state: 'waiting' }])) as Rows;

const good = (detail: string): Row => ({ state: 'good', detail });
const bad = (detail?: string): Row => ({ state: 'bad', ...(detail !== undefined && { detail }) });

async function camera(): Promise<Row> {
  try {
    const opened = await browserCamera.open({ deviceId: undefined, isFramed: false, lost: () => {} });
    const [track] = (opened.stream as MediaStream).getVideoTracks();
    const { width = 0, height = 0, frameRate = 0 } = track?.getSettings() ?? {};
    const row = good(`${track?.label ?? ''} ${width}×${height}, ${Math.round(frameRate)}/s`.trim());
    opened.stop();
    return row;
  } catch (error) {
    return bad((error as { reason?: string }).reason);
  }
}

/** Whether there is a microphone; it is never opened here, because the minute is silent. */
async function microphone(): Promise<Row> {
  const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  return devices.some(({ kind }) => kind === 'audioinput') ? good('') : { state: 'absent' };
}

async function server(): Promise<Row> {
  const trips: number[] = [];
  for (let i = 0; i < 5; i++) {
    const began = performance.now();
    await call(presenceCount);
    trips.push(performance.now() - began);
  }
  return good(`${Math.round(trips.sort((a, b) => a - b)[2] ?? 0)} ms`);
}

async function socket(): Promise<Row> {
  if (!session.get().user) return { state: 'signIn' };
  const began = performance.now();
  const { token } = await call(realtimeAuth);
  const probe = io({ transports: ['websocket'], reconnection: false, forceNew: true, auth: { token } });
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('connect', resolve);
      probe.once('connect_error', reject);
    });
    const opened = performance.now() - began;
    const asked = performance.now();
    await probe.timeout(5_000).emitWithAck('time', {});
    return good(`${Math.round(opened)} ms, ${Math.round(performance.now() - asked)} ms`);
  } finally {
    probe.close();
  }
}

const described = ({ works, setup = 0, roundTrip, loss = 0, throughput = 0 }: PathResult): Row =>
  works
    ? good(
        [
          `${Math.round(setup)} ms`,
          ...(roundTrip === undefined ? [] : [`RTT ${roundTrip.toFixed(1)} ms`]),
          `${Math.round(loss * 100)} %`,
          `${(throughput / 1_000).toFixed(1)} Mbit/s`,
        ].join(', '),
      )
    : bad();

/** The relay's addresses of one kind. */
const kinds: Readonly<Record<'relayUdp' | 'relayTcp' | 'relayTls', (url: string) => boolean>> = {
  relayUdp: (url) => url.startsWith('turn:') && !url.includes('transport=tcp'),
  relayTcp: (url) => url.startsWith('turn:') && url.includes('transport=tcp'),
  relayTls: (url) => url.startsWith('turns:'),
};

let relays: Promise<readonly RTCIceServer[]> | undefined;

async function relay(kind: keyof typeof kinds): Promise<Row> {
  if (!session.get().user) return { state: 'signIn' };
  relays ??= call(testIceServers).then(({ iceServers }) => iceServers as RTCIceServer[]);
  const servers = (await relays).flatMap((each) => {
    const urls = [each.urls].flat().filter(kinds[kind]);
    return urls.length > 0 ? [{ ...each, urls }] : [];
  });
  return servers.length === 0 ? { state: 'absent' } : described(await tryPath(servers, 'relay'));
}

const checks: Readonly<Record<RowName, () => Promise<Row>>> = {
  browser: async () => {
    const missing = missingFeatures();
    return missing.length === 0 ? good(ownBrowser()) : bad(missing.join(', '));
  },
  camera,
  microphone,
  server,
  socket,
  direct: async () => described(await tryPath([], 'all')),
  relayUdp: () => relay('relayUdp'),
  relayTcp: () => relay('relayTcp'),
  relayTls: () => relay('relayTls'),
};

/** Runs every check in turn, and reports each result as it arrives. */
export async function runChecks(report: (name: RowName, row: Row) => void): Promise<void> {
  relays = undefined;
  for (const name of rowNames) {
    report(name, { state: 'running' });
    report(name, await checks[name]().catch((error: Error) => bad(error.message)));
  }
}

export type Verdict = 'running' | 'good' | 'browser' | 'camera' | 'server' | 'path' | 'visitor';

/** The overall result, as one of a few sentences. */
export function verdictOf(rows: Rows): Verdict {
  if (Object.values(rows).some(({ state }) => state === 'waiting' || state === 'running')) return 'running';
  if (rows.browser.state === 'bad') return 'browser';
  if (rows.camera.state === 'bad') return 'camera';
  if (rows.server.state === 'bad' || rows.socket.state === 'bad') return 'server';
  const relayed = [rows.relayUdp, rows.relayTcp, rows.relayTls];
  const relayFails = relayed.some(({ state }) => state === 'bad') && !relayed.some(({ state }) => state === 'good');
  if (rows.direct.state === 'bad' || relayFails) return 'path';
  return rows.socket.state === 'signIn' ? 'visitor' : 'good';
}
