import { randomUUID } from 'node:crypto';
import type { Member, Reply, World } from './world.ts';

/** A facilitator, moderator or administrator who has proved a second factor. */
export async function moderatorOf(
  world: World,
  name: string,
  role: 'facilitator' | 'moderator' | 'admin' = 'moderator',
): Promise<Member> {
  const member = await world.member(name);
  await world.query('update account set role = $2 where id = $1', [member.userId, role]);
  await world.query('update session set second_factor_at = now() where account_id = $1', [member.userId]);
  await world.query(`insert into second_factor (account_id, secret, confirmed_at) values ($1, 'of a test', now())`, [
    member.userId,
  ]);
  return member;
}

/** Records an encounter of two members, one minute long and just over; returns its room. `one` has position 1. */
export async function encountered(world: World, one: Member, other: Member): Promise<string> {
  const roomID = `oneminute:${randomUUID()}`;
  await world.query(
    `insert into encounter (room_id, a, b, experience_type, pool_type, group_space, paired_at, confirmed_at, connected_at,
       ended_at, end_reason_a, end_reason_b, completed, duration_ms)
     values ($1, $2, $3, 'oneminute', 'anyone', 'open', $4, $4, $4, $4, 'natural', 'natural', true, 60000)`,
    [roomID, one.userId, other.userId, world.now()],
  );
  return roomID;
}

export interface ReportMade {
  readonly reasons?: readonly string[];
  readonly words?: string;
  /** The network address it comes from; the world must trust its proxy. */
  readonly from?: string;
}

/** Records an encounter of two members, and reports one of them as the other. */
export async function reported(world: World, reporter: Member, other: Member, made: ReportMade = {}): Promise<Reply> {
  const { reasons = ['written signs'], words = '', from = '192.0.2.1' } = made;
  return world.call('/api/v1/userreport', {
    token: reporter.token,
    headers: { 'x-forwarded-for': from },
    body: {
      roomID: await encountered(world, reporter, other),
      position: '1',
      selectedOptions: JSON.stringify(reasons),
      reportExplanation: words,
    },
  });
}

/** Makes a call of the moderators' console with a JSON body. */
export const moderate = (world: World, moderator: Member, path: string, body?: object): Promise<Reply> =>
  world.call(`/api/v1/moderation/${path}`, {
    token: moderator.token,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

/** Helpers for tests of cases; each call uses new members. */
export function moderationOf(world: World) {
  let people = 0;
  const newMember = (name = 'Person') => world.member(`${name}${++people} Surname`);
  const caseOf = async ({ userId }: Member, kind = 'reports') => {
    const open = 'select id from moderation_case where subject = $1 and kind = $2 and closed_at is null';
    return (await world.query(open, [userId, kind]))[0]?.id as string;
  };
  return {
    newMember,
    /** The open case about a member. */
    caseOf,
    as: (moderator: Member | undefined, path: string, body?: object) => moderate(world, moderator as Member, path, body),
    standing: async ({ token }: Member) => (await world.call('/api/v1/account/standing', { token })).body,
    reports: async ({ token }: Member) => (await world.call('/api/v1/account/reports', { token })).body.reports,
    appeal: ({ token }: Member, statementID: string, appealWords = 'It was a misunderstanding') =>
      world.call('/api/v1/account/appeal', { token, body: { statementID, appealWords } }),
    subjects: async ({ email }: Member, atLeast: number) => (await world.mails(email, atLeast)).map(({ subject }) => subject),
    /** A reporter, the member whom they reported, and the case. */
    async accused(words = 'They shouted') {
      const [ann, ben] = [await newMember('Ann'), await newMember('Ben')];
      await reported(world, ann, ben, { reasons: ['hate or harassment'], words });
      return { ann, ben, caseID: await caseOf(ben) };
    },
    decision: (caseID: string, more: object = {}) => ({
      caseID,
      decision: 'suspend',
      rule: 'kind',
      facts: 'You shouted at somebody.',
      ...more,
    }),
  };
}
