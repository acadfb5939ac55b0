import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@unspoken/contract/languages';
import type { PushPayload } from '@unspoken/contract/notifications';
import { expect, test } from 'vitest';
import { type PushTexts, type Readable, shownFor } from './push-texts.ts';

const read = (language: string, name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'locales', language, `${name}.json`), 'utf8'));
const texts: Record<string, PushTexts> = Object.fromEntries(
  languages.map((language) => {
    const { ring, push } = read(language, 'notifications');
    return [language, { ring, rendezvous: read(language, 'rendezvous'), ...push }];
  }),
);

const shown = (payload: Readable, all: typeof texts, now: number, preferred = 'en-GB') =>
  shownFor(payload, all, { now, preferred });

const at = Date.parse('2026-06-10T20:14:00');
const ring: PushPayload = {
  ...{ kind: 'ring', ringID: 'a b', pool: { experienceType: 'oneminute', poolType: 'myCircle' } },
  ...{ at, until: at + 60_000, language: 'en' },
};

test('[WEB-175] a call in time leads to a connection, one that is late says so, silently, and leads to the lobby', () => {
  expect(shown(ring, texts, at + 60_000)).toEqual({
    ...{ title: 'Someone is waiting', body: 'Press here to connect.', silent: false },
    opens: '/?ring=a+b&type=oneminute&pool=myCircle',
    until: at + 60_000,
  });
  expect(shown({ ...ring, isSeldom: true }, texts, at).body).toMatch(/at most one a day/);
  expect(shown(ring, texts, at + 60_001)).toMatchObject({
    title: 'Somebody was waiting at 20:14',
    silent: true,
    opens: '/',
  });
  expect(shown(ring, texts, at + 60_001, 'en-US').title).toBe('Somebody was waiting at 8:14 pm');
  expect(shown({ ...ring, language: 'de' }, texts, at + 60_001).title).toBe('Um 20:14 hat jemand gewartet');
});

test('[WEB-175] a rendezvous: its call connects, its news of others does not', () => {
  const call: PushPayload = {
    ...{ kind: 'rendezvous', id: 'r', startsAt: at + 60_000, poolType: 'anyone', news: 'call' },
    ...{ until: at + 240_000, at, language: 'de' },
  };
  expect(shown(call, texts, at)).toEqual({
    ...{ title: 'Es ist so weit: 20:15', body: 'Drück hier, um euch zu verbinden.', silent: false },
    opens: '/?rendezvous=r&pool=anyone',
    until: at + 240_000,
  });
  expect(shown(call, texts, at + 240_001)).toMatchObject({ title: 'Du hattest 20:15 gewählt', silent: true, opens: '/' });
  const alone = { ...call, news: 'alone' as const, until: at + 60_000, instead: { startsAt: at + 16 * 60_000, others: 3 } };
  expect(shown(alone, texts, at)).toEqual({
    ...{
      title: 'Niemand sonst hat 20:15 gewählt',
      body: '3 andere haben 20:30 gewählt.',
      silent: false,
      opens: '/',
      until: at + 60_000,
    },
  });
  expect(shown({ ...alone, instead: { ...alone.instead, others: 1 } }, texts, at).body).toBe(
    '1 andere Person hat 20:30 gewählt.',
  );
});

test('[WEB-175] a time on another day is named with its day', () => {
  const tomorrow = { startsAt: at + 24 * 3_600_000, others: 2 };
  const alone = {
    ...({ kind: 'rendezvous', id: 'r', startsAt: at + 60_000, poolType: 'anyone', news: 'alone' } as const),
    ...{ until: at + 60_000, at, language: 'en', instead: tomorrow },
  };
  expect(shown(alone, texts, at).body).toMatch(/^2 others chose Thu,? 11 Jun(e)?,? (at )?20:14\.$/);
});

test('[WEB-175] in every language something is shown, with nothing left to fill in', () => {
  const instead = { startsAt: at, others: 2 };
  for (const language of [...languages, 'xx'])
    for (const payload of [
      { ...ring, language },
      { kind: 'test', language } as const,
      { kind: 'rendezvous', id: 'r', startsAt: at, poolType: 'anyone', news: 'alone', instead, until: at, at, language } as const,
    ])
      for (const now of [at, at + 3_600_000]) {
        const { title, body } = shown(payload, texts, now);
        expect([title.length > 3, body.length > 3, /\{\{|undefined/.test(title + body)], `${language} ${payload.kind}`).toEqual([
          true,
          true,
          false,
        ]);
      }
});

test('[WEB-175] a message that this version cannot read is shown as something new, in every language', () => {
  for (const language of languages) {
    const { title, body, opens, silent } = shown({ kind: 'unknown', language }, texts, at);
    expect(
      [title, body].every((each) => each.length > 0),
      language,
    ).toBe(true);
    expect([opens, silent]).toEqual(['/', false]);
  }
  expect(shown({ kind: 'unknown', language: 'tlh' }, texts, at).title).toBe('There is something new for you');
});
