import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { admin, shortDurations, startServer } from '@unspoken/e2e/server';
import { contentFolder } from '@unspoken/testing/content/folder';
import { percentile } from '../../../tools/figures.ts';

/**
 * `npm run bench:catalogue -- --experiences 200 --rate 300 --seconds 10 --rounds 5`: how long the catalogue of this many experiences takes
 * to answer at this many requests a second, beside the health check at the same rate; rounds of the two alternate. Source:
 * requirements/experiences 18.8.
 */
const { values } = parseArgs({
  options: {
    experiences: { type: 'string', default: '200' },
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
  },
});
const [count, rate, seconds, rounds] = [values.experiences, values.rate, values.seconds, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];
const print = (line: string) => process.stdout.write(`${line}\n`);
const languages = ['en', 'de'];

const server = await startServer({ ...shortDurations, settingsCheck: 1_000 });
const folder = await contentFolder();
for (let i = 0; i < count; i++)
  await folder.write(`bench${String(i).padStart(4, '0')}`, {
    script: {
      description: {
        en: `Experience ${i}. ${'You look at each other, and you listen. '.repeat(8)}`,
        de: `Erfahrung ${i}. ${'Ihr seht einander an, und ihr hört zu. '.repeat(8)}`,
      },
    },
  });
await admin(server, 'experiences', 'import', folder.path);
await folder.remove();
await new Promise((resume) => setTimeout(resume, 2_500));

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const ask = {
  catalogue: (i: number) => ({
    path: '/api/v1/experiences',
    body: JSON.stringify({ experienceStatus: 'production', language: languages[i % languages.length] }),
  }),
  'health check': (_: number) => ({ path: '/healthz', body: undefined }),
};

/** The size of the answer, bytes. Rejects an answer that is no success. */
const sizeOf = ({ path, body }: { readonly path: string; readonly body: string | undefined }): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const asked = request(server.origin + path, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(size) : reject(new Error(`${path}: ${response.statusCode}`)),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });

/** The latencies of requests sent at a constant rate, whether or not earlier ones were answered, ms; and the size of an answer. */
async function load(what: keyof typeof ask): Promise<{ latencies: number[]; size: number }> {
  const latencies: number[] = [];
  let size = 0;
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let i = 0; i < rate * seconds; i++) {
    const due = began + (i * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resume) => setTimeout(resume, wait));
    pending.push(
      sizeOf(ask[what](i)).then((got) => {
        size = got;
        latencies.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(pending);
  return { latencies, size };
}

const all: Record<keyof typeof ask, number[][]> = { catalogue: [], 'health check': [] };
for (let round = 0; round < rounds; round++)
  for (const what of Object.keys(ask) as (keyof typeof ask)[]) {
    const { latencies, size } = await load(what);
    all[what].push(latencies);
    print(
      `${what}: p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p95 ${percentile(latencies, 0.95).toFixed(1)} ms, ${size} bytes`,
    );
  }
for (const [what, each] of Object.entries(all)) {
  const p95 = each.map((latencies) => percentile(latencies, 0.95)).sort((a, b) => a - b);
  print(
    `${what} at ${rate}/s: p95 ${p95[Math.floor(p95.length / 2)]?.toFixed(1)} ms (${p95[0]?.toFixed(1)} to ${p95.at(-1)?.toFixed(1)})`,
  );
}
agent.destroy();
await server.stop();
