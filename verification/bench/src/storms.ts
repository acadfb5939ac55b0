import { parseArgs } from 'node:util';
import { median, percentile } from '../../../tools/figures.ts';
import { drawBars } from './picture.ts';
import { type Ending, type Exchange, type ExchangeOptions, exchange, floor, unspoken } from './storms/exchange.ts';
import { bytesOnly, type Mail, type MailOptions, openAfterMail, product } from './storms/mail.ts';
import type { Recorded } from './storms/recording.ts';
import { restartRelay } from './storms/relay.ts';

/**
 * `npm run bench:storms -- --only exchange,mail,relay --runs 3`: what happens when everybody comes at once. 10,000 members whose process is
 * exchanged (`--members`, `--processes`, `--endings`; `--home same`: only the new process takes them, at the address of the old one);
 * 10,000 people who open the page of a mail within 10 s (`--openings`, `--within`, `--path`); a relay that restarts under 100 encounters
 * (`--encounters`, `--pages`). Each beside a floor in the same run, the relay without one. A process needs `ulimit -n` of 12,000.
 * Source: requirements/promises E6.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'exchange,mail,relay' },
    members: { type: 'string', default: '10000' },
    pairing: { type: 'string', default: '300' },
    processes: { type: 'string', default: '3' },
    runs: { type: 'string', default: '3' },
    endings: { type: 'string', default: 'SIGTERM,SIGKILL' },
    who: { type: 'string', default: 'ws alone,Unspoken' },
    home: { type: 'string', default: 'balanced' },
    openings: { type: 'string', default: '10000' },
    within: { type: 'string', default: '10' },
    path: { type: 'string', default: '/gatherings' },
    encounters: { type: 'string', default: '100' },
    pages: { type: 'string', default: '5' },
    'per-address': { type: 'string', default: '100' },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const s = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;

function describe(name: string, found: Exchange): void {
  const within = (from: number, to: number) =>
    found.pairings.filter(([since]) => since >= from && since < to).map(([, ms]) => ms);
  const p = (of: readonly number[]) =>
    `p50 ${percentile(of, 0.5).toFixed(0)}, p99 ${percentile(of, 0.99).toFixed(0)} ms (${of.length})`;
  print(
    `${name}: ${found.lost} lost, ${found.absent} not back; from the loss p50 ${s(percentile(found.backs, 0.5))}, p99 ${s(percentile(found.backs, 0.99))}, last ${s(percentile(found.backs, 1))}, within 10 s ${((100 * found.backs.filter((ms) => ms <= 10_000).length) / found.lost).toFixed(1)} %; ` +
      `last since the signal ${s(percentile(found.backSince, 1))}; ended after ${s(found.endedAfter)}, ready after ${s(found.readyAfter)}; ` +
      `${found.processor.toFixed(2)} ms of processor and ${found.attempts.toFixed(2)} attempts each, the clients paused for ${s(found.pause)} at most, ${JSON.stringify(found.refusals)}`,
  );
  const accounts = found.accounts.filter(([since]) => since > 0);
  print(
    `    accounts read ${accounts.length}, last after ${s(Math.max(...accounts.map(([at]) => at)))}, ${p(accounts.map(([, ms]) => ms))}`,
  );
  if (found.pairings.length === 0) return;
  print(
    `    pairing before: ${p(within(-20_000, 0))}; within 15 s: ${p(within(0, 15_000))}; after: ${p(within(15_000, 60_000))}`,
  );
  print(
    `    p99 per second: ${Array.from({ length: 40 }, (_, second) => percentile(within(second * 1_000, second * 1_000 + 1_000), 0.99).toFixed(0)).join(' ')}`,
  );
}

/** The last return of each run, s, by contestant. */
const returns = new Map<string, number[]>();
const keep = (name: string, found: Exchange) =>
  returns.set(name, [...(returns.get(name) ?? []), percentile(found.backSince, 1) / 1_000]);

if (values.only.includes('exchange')) {
  for (let run = 0; run < Number(values.runs); run++)
    for (const ending of values.endings.split(',') as Ending[])
      for (const name of values.who.split(',')) {
        const options: ExchangeOptions = {
          members: Number(values.members),
          pairing: name === 'Unspoken' ? Number(values.pairing) : 0,
          processes: Number(values.processes),
          ending,
          balanced: values.home === 'balanced',
          perAddress: Number(values['per-address']),
        };
        const found = await exchange(await (name === 'Unspoken' ? unspoken : floor)(options), options);
        describe(`${name}, ${ending}`, found);
        keep(`${name}, ${ending}`, found);
      }
  for (const [name, times] of returns)
    print(
      `${name}: last return ${median(times).toFixed(1)} s (${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)})`,
    );
  const bars = [...returns].map(([name, times]) => ({ name, value: median(times) }));
  drawBars(`storms-${values.members}`, [{ title: 'From the signal until the last member is back, s', bars }]);
}

function describeMail(name: string, { requests, openings, refusals, took, processor, pairings }: Mail): void {
  const of = (which: 'document' | 'whole' | 'socket') => {
    const times = openings.map((each) => each[which]);
    return `${which} p50 ${s(percentile(times, 0.5))}, p99 ${s(percentile(times, 0.99))}, last ${s(percentile(times, 1))}`;
  };
  const bytes = requests.reduce((sum, { answer }) => sum + Buffer.byteLength(answer.body, 'base64'), 0);
  print(
    `${name}: ${openings.length} openings of ${requests.length} requests and ${(bytes / 1_024).toFixed(0)} kB in ${s(took)}: ${of('document')}; ${of('whole')}; ${of('socket')}; ` +
      `${processor.toFixed(2)} ms of processor each, ${JSON.stringify(refusals)}`,
  );
  const p = (from: number, to: number) => {
    const times = pairings.filter(([since]) => since >= from && since < to).map(([, ms]) => ms);
    return `p50 ${percentile(times, 0.5).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)} ms (${times.length})`;
  };
  if (pairings.length > 0) print(`    pairing before: ${p(-15_000, 0)}; during: ${p(0, took)}; after: ${p(took, took + 60_000)}`);
}

if (values.only.includes('mail')) {
  let recorded: readonly Recorded[] | undefined;
  for (let run = 0; run < Number(values.runs); run++)
    for (const name of values.who.split(',').reverse()) {
      const options: MailOptions = {
        openings: Number(values.openings),
        pairing: name === 'Unspoken' ? Number(values.pairing) : 0,
        processes: Number(values.processes),
        perAddress: Number(values['per-address']),
        within: Number(values.within) * 1_000,
        path: values.path,
      };
      const target = name === 'Unspoken' ? await product(options) : await bytesOnly(options, recorded ?? []);
      const found = await openAfterMail(target, options, recorded);
      recorded ??= found.requests;
      describeMail(name, found);
    }
}
if (values.only.includes('relay'))
  for (let run = 0; run < Number(values.runs); run++) {
    const { encounters, recovered, gaps, replaced, away } = await restartRelay(Number(values.encounters), Number(values.pages));
    print(
      `${recovered} of ${encounters} encounters recovered; no relay for ${s(away)}; without a picture p50 ${s(percentile(gaps, 0.5))}, p99 ${s(percentile(gaps, 0.99))}, ` +
        `longest ${s(percentile(gaps, 1))}; ${replaced} sides opened a new connection`,
    );
  }
process.exit(0);
