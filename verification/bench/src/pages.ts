import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { launchWithoutCamera } from '@unspoken/e2e/browsers';
import { type Audit, audit } from '@unspoken/e2e/lighthouse';
import { Person } from '@unspoken/e2e/person';
import { regularIn } from '@unspoken/e2e/regular-gathering';
import { shortDurations, startServer } from '@unspoken/e2e/server';
import { median } from '../../../tools/figures.ts';

/**
 * How fast the public pages load on the phone and the connection that Lighthouse simulates by default, compared with an empty
 * page in the same run; and the lobby of a member, with the gathering's notice, the promise about waiting and the catalogue. Rounds alternate; each
 * figure is the median. Source: requirements/promises 6. Option: `--rounds`.
 */
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1] || 9) || 9;
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
// The lobby shows a gathering that is near.
const server = await startServer(shortDurations, regularIn(3 * 3_600_000));

/** The token of a member in whose lobby, and in that of a visitor, there is what the bench is about. Throws if anything is missing. */
async function memberBeside(origin: string): Promise<string> {
  const browser = await launchWithoutCamera();
  try {
    const visitor = await Person.arrive(browser, origin, 'Visitor', { viewport: { width: 412, height: 823 } });
    const member = await Person.arrive(browser, origin, 'Member', { member: true, viewport: { width: 412, height: 823 } });
    for (const { page } of [visitor, member]) {
      // A visitor's gathering loads when it is scrolled to.
      await expect(async () => {
        await page.mouse.wheel(0, 300);
        await expect(page.getByText('Daily gathering').first()).toBeVisible({ timeout: 500 });
      }).toPass({ timeout: 60_000 });
      await expect(page.getByRole('heading', { name: 'Relational experiences from expert facilitators' })).toBeAttached();
    }
    await expect(member.page.getByTestId('promise')).toHaveText(/./, { timeout: 60_000 });
    return member.token;
  } finally {
    await browser.close();
  }
}

const member = 'member';
const seen = new Map<string, Audit[]>();
try {
  const token = await memberBeside(server.origin);
  const pages = [
    ['empty', floor],
    ...paths.map((path) => [path, server.origin + path] as const),
    [member, `${server.origin}/`],
  ] as const;
  for (let round = 0; round < rounds; round++)
    for (const [name, url] of pages)
      seen.set(name, [...(seen.get(name) ?? []), await audit(url, name === member ? token : undefined)]);
} finally {
  empty.close();
  await server.stop();
}

const of = (name: string, figure: (each: Audit) => number): number => median((seen.get(name) ?? []).map(figure));
process.stdout.write(
  `${rounds} rounds, medians\n${'page'.padEnd(8)}     LCP  beside empty      TBT      CLS  perf  a11y  best   SEO\n`,
);
for (const name of seen.keys()) {
  const [lcp, tbt, cls] = [of(name, (each) => each.lcp), of(name, (each) => each.tbt), of(name, (each) => each.cls)];
  const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((id) =>
    String(of(name, ({ scores: found }) => found[id] ?? 0)).padStart(6),
  );
  const beside = (lcp / of('empty', (each) => each.lcp)).toFixed(2);
  process.stdout.write(
    `${name.padEnd(8)} ${lcp.toFixed(0).padStart(4)} ms ${beside.padStart(13)} ${tbt.toFixed(0).padStart(5)} ms ${cls.toFixed(3).padStart(8)}${scores.join('')}\n`,
  );
}
for (const name of ['/', member]) {
  const [lcp, tbt] = [of(name, (each) => each.lcp), of(name, (each) => each.tbt)];
  process.stdout.write(
    `${name}: LCP ${lcp < 1_000 ? 'below' : 'NOT below'} 1.0 s, TBT ${tbt < 50 ? 'below' : 'NOT below'} 50 ms\n`,
  );
}
