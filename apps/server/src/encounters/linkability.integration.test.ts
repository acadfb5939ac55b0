import { randomBytes, randomInt } from 'node:crypto';
import { paired } from '@unspoken/testing/encounter';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld({ TURN_URLS: 'turn:127.0.0.1:3478', TURN_SECRET: 'a secret for tests only, long' });
});
afterAll(() => world.close());

/** What is the same in every description of a browser family. */
interface Family {
  readonly codecs: readonly string[];
  readonly origin: string;
  /** How the family describes an interface of a device in a candidate. */
  readonly interfaceOf: (device: Device) => { readonly foundation: string; readonly priority: number; readonly rest: string };
}

/** What stays the same on one person's device. */
interface Device {
  readonly family: Family;
  readonly address: string;
  readonly networkID: number;
  readonly networkCost: number;
  readonly localPreference: number;
  readonly tool: string;
}

const priorityOn = ({ localPreference }: Device) => 2 * 2 ** 24 + localPreference * 2 ** 8 + 255;
const chromium = (device: Device) => ({
  foundation: String(1_000_000_000 + device.networkID * 7_919),
  priority: priorityOn(device),
  rest: ` generation 0 network-id ${device.networkID} network-cost ${device.networkCost}`,
});
const families: readonly Family[] = [
  { codecs: ['96 VP8/90000', '98 VP9/90000', '45 AV1/90000'], origin: '-', interfaceOf: chromium },
  { codecs: ['96 VP8/90000', '98 VP9/90000', '102 H264/90000'], origin: '-', interfaceOf: chromium },
  {
    codecs: ['120 VP8/90000', '121 VP9/90000', '126 H264/90000'],
    origin: 'mozilla...THIS_IS_SDPARTA-145.0',
    interfaceOf: (device) => ({ foundation: String(device.networkID), priority: priorityOn(device), rest: '' }),
  },
  { codecs: ['96 H264/90000', '98 H265/90000', '100 VP8/90000'], origin: '-', interfaceOf: chromium },
];

/** A device whose provider, interfaces and software differ from those of others with the same browser. */
const deviceOf = (person: number): Device => ({
  family: families[person % families.length] as Family,
  address: `203.0.${person}.${7 + person}`,
  networkID: 1 + (person % 9),
  networkCost: [0, 10, 50, 900][Math.floor(person / 9) % 4] as number,
  localPreference: 30_000 + person * 11,
  tool: `camera-${person}`,
});

const fresh = (bytes: number) => randomBytes(bytes).toString('hex');

/** A description and a candidate as the browser of this device makes them, with what a browser draws for each connection. */
function madeBy(device: Device, type: 'offer' | 'answer') {
  const { family, address, tool } = device;
  const { foundation, priority, rest } = family.interfaceOf(device);
  const port = randomInt(40_000, 60_000);
  const ufrag = fresh(4);
  const relay =
    `candidate:${foundation} 1 udp ${priority} 198.51.100.9 ${port} typ relay ` +
    `raddr ${address} rport ${port - 1_000}${rest} ufrag ${ufrag}`;
  const sdp = [
    'v=0',
    `o=${family.origin} ${randomBytes(6).readUIntBE(0, 6)} 2 IN IP4 ${address}`,
    `s=${tool}`,
    't=0 0',
    `a=tool:${tool}`,
    'a=group:BUNDLE 0',
    `m=video ${port} UDP/TLS/RTP/SAVPF ${family.codecs.map((codec) => codec.split(' ')[0]).join(' ')}`,
    `c=IN IP4 ${address}`,
    `a=rtcp:${port} IN IP4 ${address}`,
    `a=candidate:5 1 udp 2113937151 ${address} ${port} typ host`,
    `a=${relay}`,
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${fresh(12)}`,
    `a=fingerprint:sha-256 ${fresh(32).toUpperCase().match(/../g)?.join(':')}`,
    `a=setup:${type === 'offer' ? 'actpass' : 'active'}`,
    'a=mid:0',
    'a=sendrecv',
    'a=rtcp-mux',
    `a=msid:- ${fresh(16)}`,
    ...family.codecs.map((codec) => `a=rtpmap:${codec}`),
    `a=ssrc:${randomBytes(4).readUInt32BE()} cname:${fresh(8)}`,
    '',
  ].join('\r\n');
  const from = fresh(8);
  return {
    description: { type, sdp, from },
    candidate: { candidate: relay, sdpMid: '0', sdpMLineIndex: 0, usernameFragment: ufrag, from },
  };
}

/** The parts of messages, each with the place where it stands, so that a port is not compared with a priority. */
function featuresOf(messages: readonly unknown[]): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (value: unknown, place: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, Array.isArray(value) ? place : `${place}.${key}`);
      return;
    }
    for (const line of String(value).split('\r\n')) {
      const [head = '', ...parts] = line.split(/[\s:=]+/);
      found.add(`${place} ${head} ${parts.length}`);
      for (const [i, part] of parts.entries()) found.add(`${place} ${head} ${i} ${part}`);
    }
  };
  walk(messages, '');
  return found;
}

/** What one person's browser sent in one encounter, and what the partner received. */
interface Seen {
  readonly person: number;
  readonly sent: ReadonlySet<string>;
  readonly received: ReadonlySet<string>;
}

/** Two members meet, as far as their clients describe themselves; what they sent, and what each received until the end. */
async function encounter(members: readonly [Member, Member], devices: readonly [Device, Device]) {
  const { sockets, roomID } = await paired(members);
  const made = [madeBy(devices[0], 'offer'), madeBy(devices[1], 'answer')] as const;
  const send = async (i: 0 | 1, name: string, n: number, payload?: unknown) => {
    const answer = await sockets[i].emit('room:send', { roomID, name, n, ...(payload !== undefined && { payload }) });
    if (answer.ok !== true) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  };
  for (const socket of sockets) await socket.emit('room:join', { roomID });
  for (const i of [1, 0] as const) await send(i, 'hello', 1);
  for (const i of [0, 1] as const) {
    await send(i, 'sdp', 2, made[i].description);
    await send(i, 'icecandidate', 3, made[i].candidate);
  }
  for (const i of [0, 1] as const) await send(i, 'ready', 4, {});
  await send(0, 'close', 5, {});
  for (const socket of sockets) await socket.hears<{ name?: string }>('room:message', ({ name }) => name === 'close');
  const received = sockets.map(({ heard }) => [...heard]);
  for (const socket of sockets) socket.close();
  return { made, received };
}

/** A round robin: everybody meets somebody else in each round (the circle method). */
function pairsOf(people: number, round: number): readonly (readonly [number, number])[] {
  const order = [0, ...Array.from({ length: people - 1 }, (_, i) => 1 + ((i + round) % (people - 1)))];
  return Array.from({ length: people / 2 }, (_, i) => {
    const [a, b] = [order[i] as number, order[people - 1 - i] as number];
    // Who waits, and therefore makes the offer, is a matter of chance.
    return randomInt(2) === 0 ? ([a, b] as const) : ([b, a] as const);
  });
}

/** Lets people meet, and returns what was seen of each in each round. */
async function meetings(people: number, rounds: number): Promise<readonly (readonly Seen[])[]> {
  const members: Member[] = [];
  for (let i = 0; i < people; i += 10)
    members.push(...(await Promise.all(Array.from({ length: 10 }, (_, k) => world.member(`Person ${people} ${i + k}`)))));
  const all: Seen[][] = [];
  for (let round = 0; round < rounds; round++) {
    const seen: Seen[] = [];
    for (const [a, b] of pairsOf(people, round)) {
      const { made, received } = await encounter([members[a] as Member, members[b] as Member], [deviceOf(a), deviceOf(b)]);
      seen.push({ person: a, sent: featuresOf([made[0]]), received: featuresOf(received[1] ?? []) });
      seen.push({ person: b, sent: featuresOf([made[1]]), received: featuresOf(received[0] ?? []) });
    }
    all.push(seen);
  }
  return all;
}

/**
 * How often somebody is recognised: each encounter is matched with the one of the next round, among people of the same browser family,
 * with which it has the rarest features in common. Of several that are equally alike, each counts with its share.
 */
function recognised(all: readonly (readonly Seen[])[], of: 'sent' | 'received'): number {
  const commonness = new Map<string, number>();
  for (const seen of all.flat()) for (const feature of seen[of]) commonness.set(feature, (commonness.get(feature) ?? 0) + 1);
  const weight = (feature: string) => Math.log(all.flat().length / (commonness.get(feature) ?? 1));
  const likeness = (one: Seen, other: Seen) =>
    [...one[of]].filter((feature) => other[of].has(feature)).reduce((sum, feature) => sum + weight(feature), 0);
  const shares = all.flatMap((here, round) =>
    here.map((one) => {
      const family = one.person % families.length;
      const next = (all[(round + 1) % all.length] ?? []).filter(({ person }) => person % families.length === family);
      const scores = next.map((other) => likeness(one, other));
      const best = Math.max(...scores);
      const alike = next.filter((_, i) => (scores[i] as number) > best - 1e-9);
      return alike.some(({ person }) => person === one.person) ? 1 / alike.length : 0;
    }),
  );
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Four standard deviations above chance. */
const mostByChance = (people: number, rounds: number): number => {
  const chance = families.length / people;
  return chance + 4 * Math.sqrt((chance * (1 - chance)) / (people * rounds));
};

async function expectNobodyRecognised(people: number, rounds: number): Promise<void> {
  const all = await meetings(people, rounds);
  // What the browsers say would give everybody away: the comparison can recognise people.
  expect(recognised(all, 'sent')).toBeGreaterThan(0.9);
  expect(recognised(all, 'received')).toBeLessThan(mostByChance(people, rounds));
}

test('[ENC-42] of twenty people in four encounters, nobody is recognised beyond their browser family', async () => {
  await expectNobodyRecognised(20, 4);
});

// Source: requirements/threats 10.3.
test('[ENC-42] the same for a hundred people in ten encounters', { tags: ['long'], timeout: 600_000 }, async () => {
  await expectNobodyRecognised(100, 10);
});
