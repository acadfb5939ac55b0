import { changesOf, remarkableZones, WallClock } from '@unspoken/testing/wall-clock';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedOfCommit } from '../../../../tools/seed.ts';
import { dateIn, startOf, timeIn } from './zones.ts';

const minute = 60_000;
const [from, to] = [2020, 2040];

/**
 * Where PostgreSQL and Temporal may differ from 2020 to 2040: a release of the IANA database that only one of them has changes these
 * zones. Source: its release notes. Node 24.21.0 has 2026c, Debian 12 had 2025b and has 2026f.
 */
const differences: readonly { release: string; zones: readonly string[]; reason: string }[] = [
  { release: '2026a', zones: ['Europe/Chisinau'], reason: 'Moldova changes its clocks with the European Union, since 2022' },
  { release: '2026b', zones: ['America/Vancouver'], reason: 'British Columbia stays at -07 from 2026-11-01' },
  { release: '2026c', zones: ['America/Edmonton'], reason: 'Alberta stays at -06 from 2026-11-01' },
  { release: '2026c', zones: ['Africa/Casablanca', 'Africa/El_Aaiun'], reason: 'Morocco stays at +00 from 2026-09-20' },
  { release: '2026d', zones: ['America/Inuvik'], reason: 'the Northwest Territories stay at -06 from 2026-11-01' },
  { release: '2026e', zones: ['America/Winnipeg'], reason: 'Manitoba stays at -05 from 2026-11-01' },
  { release: '2026f', zones: ['America/Havana'], reason: 'Cuba stays at -04 until 2027-11-07' },
];

const server = process.env.WORLD_POSTGRES;
const client = new pg.Client({ connectionString: server });
/** The releases that both have, such as 2026c; undefined where it cannot be read. */
const releases: { temporal: string | undefined; postgres: string | undefined } = {
  temporal: process.versions.tz,
  postgres: undefined,
};

/** The first values of the rows of a query. */
const column = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await client.query<[T]>({ rowMode: 'array', text, values })).rows.map(([value]) => value);

beforeAll(async () => {
  if (!server) return;
  await client.connect();
  // Debian's PostgreSQL reads the database of the system; others bring their own, whose release stands nowhere.
  const [configured] = await column<string>(`select setting from pg_config where name = 'CONFIGURE'`);
  const folder = configured?.match(/--with-system-tzdata=([^'\s]+)/)?.[1];
  const [head] = folder ? await column<string>('select pg_read_file($1, 0, 40, true)', [`${folder}/tzdata.zi`]) : [];
  releases.postgres = head?.match(/^# version (\S+)/)?.[1];
});
afterAll(async () => {
  if (server) await client.end();
});

const day = 24 * 60 * minute;
const evening = 20 * 60 * minute;
const dateOf = (local: number) => new Date(local).toISOString().slice(0, 10);
const timeOf = (local: number) => new Date(local).toISOString().slice(11, 16);
const written = (local: number) => `${dateOf(local)} ${timeOf(local)}`;

/** At which of these local times (ms, counted as if they were UTC) Temporal and PostgreSQL differ in a zone, as lines to print. */
async function differing(zone: string, locals: readonly number[]): Promise<string[]> {
  const clock = new WallClock(zone);
  const starts = locals.map((each) => startOf(dateOf(each), timeOf(each), zone));
  const theirs = await column<number>(
    'select (extract(epoch from each at time zone $1) * 1000)::float8 from unnest($2::timestamp[]) with ordinality u (each, i) order by i',
    [zone, locals.map(written)],
  );
  const shown = await column<string>(
    `select to_char(to_timestamp(each / 1000) at time zone $1, 'YYYY-MM-DD HH24:MI')
       from unnest($2::float8[]) with ordinality u (each, i) order by i`,
    [zone, starts],
  );
  return locals.flatMap((each, i) => {
    const start = starts[i] as number;
    // Of a time that clocks show twice PostgreSQL takes the later, and Temporal the earlier one (disambiguation `compatible`).
    const agrees = theirs[i] === start || (clock.moments(each).length === 2 && theirs[i] === clock.moments(each)[1]);
    const isSame = agrees && shown[i] === `${dateIn(zone, start)} ${timeIn(zone, start)}`;
    const [own, other] = [start, theirs[i] as number].map((at) => new Date(at).toISOString());
    return isSame ? [] : [`${zone} at ${written(each)}: ${own} and ${other}`];
  });
}

/**
 * The local times at both sides of each change of a zone, and evenings around these and around the changes that PostgreSQL knows:
 * between two changes nothing can differ.
 */
async function atChanges(zone: string): Promise<number[]> {
  const clock = new WallClock(zone);
  const own = changesOf(zone, from, to).flatMap((change) => [clock.shows(change), clock.shows(change - minute)]);
  const weeks = await column<string>(
    `select to_char(at, 'YYYY-MM-DD') from
       (select at, at at time zone $1 - lag(at at time zone $1) over (order by at) as since
          from generate_series(timestamp '${from}-01-01 20:00', timestamp '${to}-12-31 20:00', interval '7 days') at) weeks
     where since <> interval '168 hours'`,
    [zone],
  );
  const evenings = [...own.map(dateOf), ...weeks].flatMap((date) => [Date.parse(date) - 7 * day, Date.parse(date)]);
  return [...own, ...new Set(evenings.map((each) => each + evening))];
}

/** Compares these zones at their `locals`, and expects the listed differences: all of them and no others. */
async function compare(zones: readonly string[], locals: (zone: string) => Promise<number[]>): Promise<void> {
  const { temporal, postgres } = releases;
  const found: string[] = [];
  const examples: string[] = [];
  for (const zone of zones) {
    const [example] = await differing(zone, await locals(zone));
    if (example === undefined) continue;
    found.push(zone);
    examples.push(example);
  }
  const message = `Temporal has ${temporal}, PostgreSQL ${postgres}; ${examples.join(', ')}`;
  const explained = (release: string) => !temporal || !postgres || temporal < release !== postgres < release;
  const listed = differences.filter(({ release }) => explained(release)).flatMap(({ zones: these }) => these);
  // Without both releases it is not known which of the listed differences there must be.
  const expected = temporal && postgres ? listed : listed.filter((zone) => found.includes(zone));
  expect(found.toSorted(), message).toEqual(expected.toSorted());
}

/** The zones that both know: some systems have the links in a package of their own. */
async function zonesOfBoth(): Promise<string[]> {
  const known = new Set(await column<string>('select name from pg_timezone_names'));
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => known.has(zone));
  expect(zones.length).toBeGreaterThan(300);
  return zones;
}

if (server) {
  const seed = seedOfCommit();
  const title = `PostgreSQL agrees on both sides of each change of a zone, except by a release that only one of them has (seed ${seed})`;

  test(title, async () => {
    const zones = await zonesOfBoth();
    const drawn = fc.sample(fc.constantFrom(...zones), { seed, numRuns: 60 });
    const wanted = new Set([...remarkableZones, ...differences.flatMap(({ zones: these }) => these), ...drawn]);
    await compare(
      [...wanted].filter((zone) => zones.includes(zone)),
      atChanges,
    );
  });

  test('PostgreSQL agrees on both sides of each change of every zone', { tags: ['long'], timeout: 600_000 }, async () =>
    compare(await zonesOfBoth(), atChanges),
  );
} else test.skip('PostgreSQL: it is not installed', () => {});
