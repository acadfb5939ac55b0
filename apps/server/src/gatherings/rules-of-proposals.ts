import type { BodyOf } from '@unspoken/contract/call';
import { AppError } from '@unspoken/contract/errors';
import { type FieldCode, fieldTexts } from '@unspoken/contract/fields';
import type { proposeGathering } from '@unspoken/contract/gatherings';
import { addDays, isZone, startOf } from '../platform/zones.ts';
import type { PendingEdit } from './tables.ts';

/** What a host has entered. */
export type ProposalBody = BodyOf<typeof proposeGathering>;

/** What a host has entered, checked, with the instants that follow from it. */
export interface Proposal {
  readonly values: PendingEdit;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

const minute = 60_000;
/** How far ahead a new start lies at least, so that an administrator can decide, and at most, as gatherings are listed; ms. */
export const leastAhead = 60 * minute;
export const greatestAhead = 60 * 24 * 60 * minute;

/** Any control character but the end of a line. */
const control = /[^\P{Cc}\n]/u;

/**
 * Checks what a host has entered beyond its form. The start may be any if it `mayStay` as it is. Throws `validation_failed` with the
 * fields that are wrong.
 */
export function proposalOf(body: ProposalBody, now: number, mayStay: (startsAt: Date) => boolean = () => false): Proposal {
  const fields: Record<string, string> = {};
  const refuse = (field: keyof ProposalBody, code: FieldCode) => {
    fields[field] ??= fieldTexts[code];
  };
  const { name, date, time, zone } = body;
  const welcomeStatement = body.welcomeStatement.replaceAll('\r\n', '\n');
  if (control.test(welcomeStatement)) refuse('welcomeStatement', 'invalid');
  const surveyUrl = linkOf(body.surveyUrl);
  if (surveyUrl === undefined) refuse('surveyUrl', 'link_invalid');
  if (!isZone(zone)) refuse('zone', 'invalid');
  if (!exists(date)) refuse('date', 'invalid');
  const startsAt = isZone(zone) && exists(date) ? new Date(startOf(date, time, zone)) : undefined;
  if (startsAt && !mayStay(startsAt)) {
    const ahead = startsAt.getTime() - now;
    if (ahead < leastAhead) refuse('time', 'start_soon');
    if (ahead > greatestAhead) refuse('date', 'start_far');
  }
  if (startsAt === undefined || surveyUrl === undefined || Object.keys(fields).length > 0)
    throw new AppError('validation_failed', fields);
  const length = body.length * minute;
  const values = { name, date, time, zone, length, welcomeStatement, surveyUrl };
  return { values, startsAt, endsAt: new Date(startsAt.getTime() + length) };
}

/** Whether a date of the form YYYY-MM-DD stands in the calendar. */
function exists(date: string): boolean {
  try {
    return addDays(date, 0) === date;
  } catch {
    return false;
  }
}

/**
 * A link to a page of this website or to an https address, in its normal form; null for none, undefined for any other. A browser
 * reads `//host` and `/\host` as the address of another host. Source: requirements/gatherings 6.7.
 */
export function linkOf(text: string): string | null | undefined {
  if (text === '') return null;
  if (!text.startsWith('/') && !/^https:\/\//i.test(text)) return undefined;
  const here = 'https://website.invalid';
  if (!URL.canParse(text, here)) return undefined;
  const url = new URL(text, here);
  if (url.username !== '' || url.password !== '') return undefined;
  if (!text.startsWith('/')) return url.href;
  const path = url.pathname + url.search + url.hash;
  return url.origin !== here || path.startsWith('//') ? undefined : path;
}

/** Whether two sets of values are the same for everybody who reads them. */
export const isSame = (one: PendingEdit, other: PendingEdit): boolean =>
  (['name', 'date', 'time', 'zone', 'length', 'welcomeStatement', 'surveyUrl'] as const).every((key) => one[key] === other[key]);
