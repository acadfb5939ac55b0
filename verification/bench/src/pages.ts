import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Audit, audit } from '@unspoken/e2e/lighthouse';
import { shortDurations, startServer } from '@unspoken/e2e/server';
import { median } from '../../../tools/figures.ts';

/**
 * How fast the public pages load on the phone and the connection that Lighthouse simulates by default, compared with an empty
 * page in the same run. Rounds alternate; each figure is the median. Source: requirements/promises 6. Option: `--rounds`.
 */
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1] || 5) || 5;
const paths = ['/', '/faq', '/about'] as const;

/** The baseline: a document with only a heading, as fast as a page can be. */
const empty = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    '<!doctype html><html lang="en"><title>Empty</title><meta name="viewport" content="width=device-width"><h1>Empty</h1>',
  );
});
await new Promise<void>((resume) => empty.listen(0, '127.0.0.1', resume));
const floor = `http://127.0.0.1:${(empty.address() as AddressInfo).port}/`;
const server = await startServer(shortDurations);

const pages = new Map<string, string>([['empty', floor], ...paths.map((path) => [path, server.origin + path] as const)]);
const seen = new Map<string, Audit[]>([...pages.keys()].map((name) => [name, []]));
for (let round = 0; round < rounds; round++) for (const [name, url] of pages) seen.get(name)?.push(await audit(url));
empty.close();
await server.stop();

const of = (name: string, figure: (each: Audit) => number): number => median((seen.get(name) ?? []).map(figure));
process.stdout.write(
  `${rounds} rounds, medians\n${'page'.padEnd(8)}     LCP  beside empty      TBT      CLS  perf  a11y  best   SEO\n`,
);
for (const name of pages.keys()) {
  const [lcp, tbt, cls] = [of(name, (each) => each.lcp), of(name, (each) => each.tbt), of(name, (each) => each.cls)];
  const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((id) =>
    String(of(name, ({ scores: found }) => found[id] ?? 0)).padStart(6),
  );
  const beside = (lcp / of('empty', (each) => each.lcp)).toFixed(2);
  process.stdout.write(
    `${name.padEnd(8)} ${lcp.toFixed(0).padStart(4)} ms ${beside.padStart(13)} ${tbt.toFixed(0).padStart(5)} ms ${cls.toFixed(3).padStart(8)}${scores.join('')}\n`,
  );
}
