import { type BrowserContext, test as base } from '@playwright/test';
import { findTurnServer } from '../../../tools/programs.mjs';
import { long } from '../src/long.ts';
import { meet, type Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { startTurnServer } from '../src/turn-server.ts';

base.skip(!findTurnServer(), 'coturn is not installed');

const story = storiesWith(shortDurations, async () => {
  const turn = await startTurnServer();
  const environment = { TURN_URLS: `turn:127.0.0.1:${turn.port}?transport=udp`, TURN_SECRET: turn.secret };
  return { environment, close: () => turn.stop() };
});

/** Keeps the page's peer connections, to read what they know of the partner. */
const keepConnections = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const connections: RTCPeerConnection[] = [];
    Object.assign(window, { connections });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...of: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...of);
        connections.push(this);
      }
    };
  });

/** What this page's last connection knows of the partner: the description, the sources of RTP packets, and every text of the statistics. */
const knownOfPartner = ({ page }: Person): Promise<string[]> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    const connection = connections.at(-1) as RTCPeerConnection;
    const known = [connection.remoteDescription?.sdp ?? ''];
    for (const receiver of connection.getReceivers())
      known.push(...receiver.getSynchronizationSources().map(({ source }) => String(source)));
    const all = [...(await connection.getStats()).values()];
    const transport = all.find(({ type }) => type === 'transport');
    const ofPartner = all.filter(
      ({ type, id }) =>
        ['inbound-rtp', 'remote-outbound-rtp', 'remote-candidate'].includes(type) || id === transport?.remoteCertificateId,
    );
    for (const stats of ofPartner)
      for (const [key, value] of Object.entries(stats))
        if (typeof value === 'string' || ['ssrc', 'priority', 'port'].includes(key)) known.push(String(value));
    return known;
  });

/** Everything of six characters or more that can be told apart in these texts. */
const valuesIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.split(/\\r\\n|[\s",:;={}[\]()]+/)).filter((value) => value.length >= 6));

/**
 * What is allowed to be the same in several encounters of one person, beside what is said of the other person as well: the words of
 * signalling, the codecs and extensions of a browser that both use, and the addresses of the product's own relay.
 */
const allowed: readonly RegExp[] = [
  // The picture's size and its codec's implementation follow the camera, the line and the machine's load.
  /^(libvpx|FFmpeg|dav1d|unknown)$/i,
];

/** The values that a partner received in more than one encounter of a person, and that say more than their browser family. */
function stable(encounters: readonly ReadonlySet<string>[], ofTheOther: readonly ReadonlySet<string>[]): string[] {
  const repeated = [...new Set(encounters.flatMap((values) => [...values]))].filter(
    (value) => encounters.filter((values) => values.has(value)).length > 1,
  );
  return repeated.filter(
    (value) => !ofTheOther.some((values) => values.has(value)) && !allowed.some((pattern) => pattern.test(value)),
  );
}

story('[ENC-42] what a partner receives in five encounters has nothing of the person in common', long, async ({ person }) => {
  story.setTimeout(240_000);
  const [ann, ben] = [
    await person('red', 'Ann', { member: true, prepare: async (context) => void (await keepConnections(context)) }),
    await person('blue', 'Ben', { member: true, prepare: async (context) => void (await keepConnections(context)) }),
  ];
  const received: ReadonlyMap<Person, ReadonlySet<string>[]> = new Map([
    [ann, []],
    [ben, []],
  ]);
  for (let i = 0; i < 5; i++) {
    const before = [ann, ben].map(({ wire }) => wire.heard.length);
    // Both offer and both answer at times.
    await (i % 2 === 0 ? meet(ann, ben) : meet(ben, ann));
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    const known = await Promise.all([ann, ben].map(knownOfPartner));
    await (i % 2 === 0 ? ann : ben).press('End connection');
    for (const each of [ann, ben]) {
      await each.page.locator('body[data-user-state="digesting"], body[data-user-state="disconnected"]').waitFor();
      await each.moveOn();
      await each.is('present');
    }
    for (const [j, each] of [ann, ben].entries()) {
      const frames = each.wire.heard.slice(before[j]).flatMap(({ from, text }) => (from === 'socket' ? [text] : []));
      received.get(each)?.push(valuesIn([...frames, ...(known[j] ?? [])]));
    }
  }
  const [ofBen, ofAnn] = [received.get(ann) ?? [], received.get(ben) ?? []];
  expect(stable(ofBen, ofAnn)).toEqual([]);
  expect(stable(ofAnn, ofBen)).toEqual([]);
  // There was something to compare, and a value that stays would be found.
  for (const values of [...ofAnn, ...ofBen]) expect(values.size).toBeGreaterThan(60);
  const marked = ofBen.map((values) => new Set([...values, 'cname-of-ben']));
  expect(stable(marked, ofAnn)).toEqual(['cname-of-ben']);
});
