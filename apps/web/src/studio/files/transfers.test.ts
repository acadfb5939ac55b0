import type { ErrorCode } from '@unspoken/contract/errors';
import { partLength, pieceLength, type Upload } from '@unspoken/contract/uploads';
import { expect, test } from 'vitest';
import { CallError } from '../../platform/api.ts';
import { type Announced, type Pending, type TransferPorts, Transfers } from './transfers.ts';

const size = 2 * partLength + 5;
const bytes = new Blob([new Uint8Array(size)]);
const announced: Announced = { kind: 'sound', name: 'Voice.wav', size, sha256: 'a'.repeat(64) };
const settled = () => new Promise<void>((resume) => setTimeout(resume, 5));

/** A service that keeps parts, and fails as it is told; and a browser that keeps files. */
function bench() {
  const service = {
    upload: undefined as Upload | undefined,
    /** What the next parts meet: a failure before they are kept, or an answer that gets lost. */
    faults: [] as (ErrorCode | 'unreachable' | 'answer lost' | undefined)[],
    parts: [] as [offset: number, length: number][],
    finished: 0,
    /** How long each part takes, ms. */
    takes: 0,
    now: 0,
  };
  const kept = new Map<string, Pending>();
  const pauses: { ms: number; end: () => void }[] = [];
  const told: Upload['state'][] = [];
  const locks = new Map<string, Promise<void>>();
  const upload = () => service.upload as Upload;
  const ports: TransferPorts = {
    begin: async ({ kind, name }) => {
      const blank = { refusal: null, format: null, durationMs: null, width: null, height: null, loudness: null, createdAt: 0 };
      service.upload ??= { ...blank, mediaID: 'one', kind, name, size, received: 0, state: 'uploading' };
      return service.upload;
    },
    find: async () => {
      if (service.faults[0] === 'unreachable') throw new CallError(service.faults.shift() as 'unreachable', '');
      return service.upload;
    },
    send: async (_, offset, part) => {
      service.parts.push([offset, part.size]);
      service.now += service.takes;
      const fault = service.faults.shift();
      if (fault && fault !== 'answer lost') throw new CallError(fault, '');
      if (offset > upload().received) throw new CallError('upload_refused', '');
      if (offset === upload().received) service.upload = { ...upload(), received: offset + part.size };
      if (fault) throw new CallError('unreachable', '');
      return upload().received;
    },
    finish: async () => {
      service.finished += 1;
      service.upload = { ...upload(), state: 'checking' };
      return service.upload;
    },
    pending: {
      keep: async (mediaID, pending) => void kept.set(mediaID, pending),
      forget: async (mediaID) => void kept.delete(mediaID),
      all: async () => [...kept],
    },
    now: () => service.now,
    pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
    exclusively: (name, run) => {
      const next = (locks.get(name) ?? Promise.resolve()).then(run);
      locks.set(name, next);
      return next;
    },
    changed: ({ state }) => void told.push(state),
  };
  return { service, kept, pauses, told, ports, transfers: new Transfers(ports) };
}

test('a file is sent part by part, each once, and is not kept any longer than that', async () => {
  const { transfers, service, kept, told } = bench();
  expect((await transfers.add(announced, bytes)).mediaID).toBe('one');
  expect(kept.has('one')).toBe(true);
  await settled();
  expect(service.parts).toEqual([
    [0, partLength],
    [partLength, partLength],
    [2 * partLength, 5],
  ]);
  expect([service.finished, kept.size, transfers.current.get().size]).toEqual([1, 0, 0]);
  expect(told).toEqual(['uploading', 'checking']);
});

test('a lost connection is waited for longer and longer, and nothing that has arrived is sent again', async () => {
  const { transfers, service, pauses } = bench();
  service.faults = [undefined, 'unreachable'];
  await transfers.add(announced, bytes);
  await settled();
  expect(transfers.current.get().get('one')).toMatchObject({ state: 'waiting', received: partLength });
  for (const expected of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    expect(pauses.at(-1)?.ms).toBe(expected);
    service.faults = ['unreachable'];
    pauses.at(-1)?.end();
    await settled();
  }
  service.faults = ['answer lost'];
  pauses.at(-1)?.end();
  await settled();
  // After a part that went well, from the beginning: here it arrived, and only its answer was lost.
  pauses.at(-1)?.end();
  await settled();
  expect(service.finished).toBe(1);
  // A piece after each failure; the second one was quick, so the rest is whole again.
  expect(service.parts).toEqual([
    [0, partLength],
    [partLength, partLength],
    [partLength, pieceLength],
    [partLength + pieceLength, pieceLength],
    [partLength + 2 * pieceLength, partLength - 2 * pieceLength],
    [2 * partLength, 5],
  ]);
});

test('over a connection too slow for whole parts it goes on in pieces', async () => {
  const { transfers, service, pauses } = bench();
  service.takes = 1_001;
  service.faults = [undefined, 'unreachable'];
  await transfers.add(announced, bytes);
  await settled();
  pauses.at(-1)?.end();
  await settled();
  const pieces = Array.from({ length: 8 }, (_, i) => [partLength + i * pieceLength, pieceLength]);
  expect(service.parts).toEqual([[0, partLength], [partLength, partLength], ...pieces, [2 * partLength, 5]]);
  expect(service.finished).toBe(1);
});

test.each([
  ['not_found', 0],
  ['upload_refused', 0],
  ['sign_in_required', 1],
] as const)('%s ends it, and says so; it is kept only where it may succeed later', async (code, remaining) => {
  const { transfers, service, kept, pauses } = bench();
  service.faults = [code];
  await transfers.add(announced, bytes);
  await settled();
  expect(transfers.current.get().get('one')).toMatchObject({ state: 'failed', failure: { code } });
  expect([service.finished, kept.size, pauses.length]).toEqual([0, remaining, 0]);
});

test('another page goes on with what is kept, one at a time, and finds a file that has arrived already', async () => {
  const { transfers, service, kept, ports, pauses } = bench();
  service.faults = [undefined, 'unavailable'];
  await transfers.add(announced, bytes);
  await settled();
  const [second, third] = [new Transfers(ports), new Transfers(ports)];
  await second.resume();
  await third.resume();
  await settled();
  // The first one still lives, and waits.
  expect(service.parts.length).toBe(2);
  pauses.at(-1)?.end();
  await settled();
  expect([service.finished, kept.size, second.current.get().size, third.current.get().size]).toEqual([1, 0, 0, 0]);
  expect(service.parts.length).toBe(4);
});

test('what is cancelled is neither sent nor kept, also while the connection is lost', async () => {
  const { transfers, service, kept, pauses } = bench();
  service.faults = ['unreachable'];
  await transfers.add(announced, bytes);
  await settled();
  await transfers.cancel('one');
  pauses.at(-1)?.end();
  await settled();
  expect([service.finished, service.parts.length, kept.size, transfers.current.get().size]).toEqual([0, 0, 0, 0]);
});

test('a file that is there already is not sent', async () => {
  const { transfers, service, kept, ports } = bench();
  await transfers.add(announced, bytes);
  await settled();
  const parts = service.parts.length;
  expect((await new Transfers(ports).add(announced, bytes)).state).toBe('checking');
  await settled();
  expect([service.parts.length, kept.size]).toEqual([parts, 0]);
});

test('a file that was removed elsewhere fails', async () => {
  const { transfers, service, ports } = bench();
  await transfers.add(announced, bytes);
  const other = new Transfers({ ...ports, find: async () => undefined, exclusively: (_, run) => run() });
  service.upload = { ...(service.upload as Upload), state: 'uploading', received: 0 };
  await other.add(announced, bytes);
  await settled();
  expect(other.current.get().get('one')?.failure?.code).toBe('not_found');
});

test('what is cancelled while a part is on its way is not asked about again, however the part ends', async () => {
  for (const fails of [true, false]) {
    const { service, kept, ports, pauses } = bench();
    const answer = Promise.withResolvers<number>();
    const transfers = new Transfers({ ...ports, send: () => answer.promise });
    await transfers.add(announced, bytes);
    await settled();
    await transfers.cancel('one');
    if (fails) answer.reject(new CallError('unreachable', ''));
    else answer.resolve(size);
    await settled();
    expect([transfers.current.get().size, kept.size, pauses.length]).toEqual([0, 0, 0]);
    expect(service.finished).toBe(0);
  }
});

test('a file that cannot be read any more is given up', async () => {
  const { ports, kept, pauses } = bench();
  const transfers = new Transfers({ ...ports, send: () => Promise.reject(new DOMException('moved', 'NotReadableError')) });
  await transfers.add(announced, bytes);
  await settled();
  expect(transfers.current.get().get('one')).toMatchObject({ state: 'failed', failure: { code: 'upload_refused' } });
  expect([kept.size, pauses.length]).toEqual([0, 0]);
});
