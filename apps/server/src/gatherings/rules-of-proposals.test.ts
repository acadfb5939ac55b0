import { AppError } from '@unspoken/contract/errors';
import { fieldTexts } from '@unspoken/contract/fields';
import { describe, expect, test } from 'vitest';
import { isSame, linkOf, type ProposalBody, proposalOf } from './rules-of-proposals.ts';

const now = Date.UTC(2026, 10, 4, 11);
const body: ProposalBody = {
  ...{ name: 'A quiet hour', date: '2026-11-08', time: '18:00', zone: 'Europe/Berlin', length: 15 },
  ...{ welcomeStatement: '', surveyUrl: '', isPrivate: false, listed: true },
};
const refused = (more: Partial<ProposalBody>, at = now): Record<string, string> => {
  try {
    proposalOf({ ...body, ...more }, at);
    return {};
  } catch (error) {
    expect((error as AppError).code).toBe('validation_failed');
    return (error as AppError).fields ?? {};
  }
};

describe('[GAT-31] what a host has entered', () => {
  test('becomes wall time, instants and texts', () => {
    expect(proposalOf({ ...body, welcomeStatement: 'One\r\n\r\ntwo\nthree', surveyUrl: '/survey/1' }, now)).toEqual({
      values: {
        ...{ name: 'A quiet hour', date: '2026-11-08', time: '18:00', zone: 'Europe/Berlin', length: 900_000 },
        ...{ welcomeStatement: 'One\n\ntwo\nthree', surveyUrl: '/survey/1' },
      },
      startsAt: new Date(Date.UTC(2026, 10, 8, 17)),
      endsAt: new Date(Date.UTC(2026, 10, 8, 17, 15)),
    });
    expect(proposalOf(body, now).values.surveyUrl).toBeNull();
  });

  test.each<[more: Partial<ProposalBody>, field: string]>([
    [{ zone: 'Europe/Atlantis' }, 'zone'],
    [{ zone: '+01:00' }, 'zone'],
    [{ date: '2026-11-31' }, 'date'],
    [{ date: '2027-02-29' }, 'date'],
    [{ welcomeStatement: 'One\rtwo' }, 'welcomeStatement'],
    [{ welcomeStatement: 'One\u0007' }, 'welcomeStatement'],
    [{ welcomeStatement: 'One\u0085two' }, 'welcomeStatement'],
  ])('%j is refused', (more, field) => {
    expect(refused(more)).toEqual({ [field]: fieldTexts.invalid });
  });

  test('every wrong field is named', () => {
    expect(Object.keys(refused({ zone: 'x', date: '2026-13-01', surveyUrl: 'x', welcomeStatement: '\t' }))).toEqual([
      ...['welcomeStatement', 'surveyUrl', 'zone', 'date'],
    ]);
  });

  const startsAt = Date.UTC(2026, 10, 8, 17);
  const [hour, day] = [3_600_000, 86_400_000];
  test.each([
    ['an hour ahead', startsAt - hour, {}],
    ['less than an hour ahead', startsAt - hour + 1, { time: fieldTexts.start_soon }],
    ['in the past', startsAt + day, { time: fieldTexts.start_soon }],
    ['sixty days ahead', startsAt - 60 * day, {}],
    ['more than sixty days ahead', startsAt - 60 * day - 1, { date: fieldTexts.start_far }],
  ])('a start %s', (_, at, fields) => {
    expect(refused({}, at)).toEqual(fields);
  });

  test('a start that may stay is not looked at', () => {
    const stays = (at: Date) => at.getTime() === startsAt;
    expect(proposalOf(body, startsAt - 1, stays).startsAt.getTime()).toBe(startsAt);
    expect(() => proposalOf({ ...body, time: '18:01' }, startsAt - 1, stays)).toThrow(AppError);
  });
});

describe('[GAT-31] a survey link', () => {
  test.each([
    ['', null],
    ['/survey/1?x=1#y', '/survey/1?x=1#y'],
    ['https://example.org/form', 'https://example.org/form'],
    ['HTTPS://Example.org', 'https://example.org/'],
    ['http://example.org', undefined],
    ['https://user@example.org', undefined],
    ['https://:secret@example.org', undefined],
    ['https://', undefined],
    ['https:/example.org', undefined],
    ['//example.org', undefined],
    ['/\\example.org', undefined],
    ['/x/..//example.org', undefined],
    ['javascript:alert(1)', undefined],
    ['survey/1', undefined],
    [' /survey', undefined],
  ])('%j becomes %j', (text, link) => {
    expect(linkOf(text)).toBe(link);
  });
});

test.each<keyof Parameters<typeof isSame>[0]>(['name', 'date', 'time', 'zone', 'length', 'welcomeStatement', 'surveyUrl'])(
  '[GAT-34] values that differ in %s are not the same',
  (key) => {
    const { values } = proposalOf(body, now);
    expect(isSame(values, { ...values })).toBe(true);
    expect(isSame(values, { ...values, [key]: 'x' })).toBe(false);
  },
);
