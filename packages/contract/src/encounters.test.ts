import { expect, test } from 'vitest';
import { mediaSections } from './encounters.ts';

const sdp = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;
const both = { sends: true, receives: true };

test('a description has as many sections as m-lines, of any case, also without anything before them', () => {
  expect(mediaSections(sdp('v=0', 's=-', 'm=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:0', 'M=AUDIO 9 X 111'))).toEqual([
    { kind: 'video', ...both },
    { kind: 'audio', ...both },
  ]);
  expect(mediaSections('m=application 9 UDP/DTLS/SCTP webrtc-datachannel')).toEqual([{ kind: 'application', ...both }]);
  expect(mediaSections('m=audio 9 X\nm=audio 9 X\n')).toHaveLength(2);
  expect([mediaSections(''), mediaSections('v=0\r\na=sendonly\r\n'), mediaSections('i=m=audio')]).toEqual([[], [], []]);
});

test.each([
  ['a=sendrecv', true, true],
  ['a=sendonly', true, false],
  ['a=recvonly', false, true],
  ['a=inactive', false, false],
  // What browsers could read differently counts as both ways.
  ['a=SENDONLY', true, true],
  ['a=inactive:x', true, true],
  ['a=inactive ', true, true],
  ['a=x:1\ra=inactive', true, true],
  ['a=inactive\r\na=sendrecv', true, true],
  ['a=sendonlyish', true, true],
])('%s', (line, sends, receives) => {
  expect(mediaSections(sdp('v=0', 'm=audio 9 X', 'a=mid:1', line))).toEqual([{ kind: 'audio', sends, receives }]);
});

test('a direction of the whole description holds for the sections that have none', () => {
  expect(mediaSections(sdp('v=0', 'a=inactive', 'm=audio 9 X', 'm=audio 9 X', 'a=recvonly'))).toEqual([
    { kind: 'audio', sends: false, receives: false },
    { kind: 'audio', sends: false, receives: true },
  ]);
});

test('a section with port 0 carries nothing, whatever direction it claims', () => {
  expect(mediaSections(sdp('m=audio 0 X', 'a=sendrecv'))).toEqual([{ kind: 'audio', sends: false, receives: false }]);
  // In a bundle, port 0 rejects nothing.
  expect(mediaSections(sdp('m=audio 0 X', 'a=bundle-only', 'a=sendrecv'))).toEqual([
    { kind: 'audio', sends: true, receives: true },
  ]);
});
