import type { PushPayload } from '@unspoken/contract/notifications';
import type notifications from '../../locales/en/notifications.json';
import type rendezvous from '../../locales/en/rendezvous.json';

type Texts = typeof notifications;
/** What the service worker says in one language: the module `texts:push` has it for every language. */
export type PushTexts = {
  readonly ring: Pick<Texts['ring'], 'title' | 'text' | 'seldom'>;
  readonly rendezvous: Pick<typeof rendezvous, 'call' | 'alone' | 'late'>;
} & Texts['push'];

/** What a notification shows, and where a click on it leads. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  /** It comes too late to be answered, and makes no sound. */
  readonly silent: boolean;
  readonly opens: string;
  /** Until when a click leads there, epoch ms; later it leads to the lobby. */
  readonly until: number;
}

/** A message of the server, or one that this version cannot read. */
export type Readable = PushPayload | { readonly kind: 'unknown'; readonly language: string };

interface Reader {
  readonly now: number;
  /** The first language of the browser. */
  readonly preferred: string;
}

interface Reading {
  readonly texts: PushTexts;
  /** A time, with its day unless that is today. */
  readonly timeOf: (at: number, now: number) => string;
  readonly now: number;
}

type Of<Kind extends PushPayload['kind']> = Extract<PushPayload, { kind: Kind }>;

/** The address that connects because of a call. */
const addressOf = (names: Readonly<Record<string, string>>): string => `/?${new URLSearchParams(names)}`;

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

/** What is shown for a message of the server: always something, because browsers revoke the permission of a site that stays silent. */
export function shownFor(payload: Readable, all: Readonly<Record<string, PushTexts>>, { now, preferred }: Reader): Shown {
  const texts = all[payload.language] ?? (all.en as PushTexts);
  const timeOf = timesFor(payload.language, preferred);
  if (payload.kind === 'test')
    return {
      title: texts.testTitle,
      body: texts.testText,
      silent: false,
      opens: '/account/notifications',
      until: Number.MAX_SAFE_INTEGER,
    };
  if (payload.kind === 'unknown')
    return { title: texts.otherTitle, body: texts.otherText, silent: false, opens: '/', until: Number.MAX_SAFE_INTEGER };
  const reading = { texts, timeOf, now };
  return payload.kind === 'ring' ? shownForRing(payload, reading) : shownForRendezvous(payload, reading);
}

function shownForRing({ ringID, pool, at, until, isSeldom }: Of<'ring'>, { texts, timeOf, now }: Reading): Shown {
  if (now > until)
    return { title: filled(texts.late, { time: timeOf(at, now) }), body: texts.lateText, silent: true, opens: '/', until };
  const { title, text, seldom } = texts.ring;
  const opens = addressOf({ ring: ringID, type: pool.experienceType, pool: pool.poolType });
  return { title, body: isSeldom ? seldom : text, silent: false, opens, until };
}

function shownForRendezvous(
  { id, startsAt, poolType, news, until, instead, language }: Of<'rendezvous'>,
  { texts, timeOf, now }: Reading,
): Shown {
  const { call, alone, late } = texts.rendezvous;
  const time = timeOf(startsAt, now);
  const shown = ({ title, text }: { title: string; text: string }, opens: string, silent = false): Shown => ({
    ...{ title: filled(title, { time }), body: text, silent, opens, until },
  });
  if (now > until) return shown(late, '/', true);
  if (news === 'call') return shown(call, addressOf({ rendezvous: id, pool: poolType }));
  const others = instead?.others ?? 0;
  const category = new Intl.PluralRules(language).select(others);
  const text = category === 'one' ? alone.text_one : alone.text_other;
  return shown(
    { title: alone.title, text: filled(text, { count: `${others}`, instead: timeOf(instead?.startsAt ?? 0, now) }) },
    '/',
  );
}

/** Hours are counted as the reader's first language counts them, as on the pages. */
function timesFor(language: string, preferred: string): (at: number, now: number) => string {
  const isTwelve = new Intl.DateTimeFormat(preferred, { hour: 'numeric' }).resolvedOptions().hour12;
  const clock: Intl.DateTimeFormatOptions = isTwelve
    ? { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const locale = language === 'en' ? 'en-GB' : language;
  const [time, onDay] = [clock, { ...clock, weekday: 'short', day: 'numeric', month: 'short' } as const].map(
    (options) => new Intl.DateTimeFormat(locale, options),
  );
  const isToday = (at: number, now: number) => new Date(at).toDateString() === new Date(now).toDateString();
  return (at, now) => (isToday(at, now) ? time : onDay)?.format(at) ?? '';
}
