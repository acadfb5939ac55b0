import { randomUUID } from 'node:crypto';
import type { Member, Reply, World } from './world.ts';

/** Somebody with a role that moderates, and a second factor proved. */
export async function moderatorOf(world: World, name: string, role: 'moderator' | 'admin' = 'moderator'): Promise<Member> {
  const member = await world.member(name);
  await world.query('update account set role = $2 where id = $1', [member.userId, role]);
  await world.query('update session set second_factor_at = now() where account_id = $1', [member.userId]);
  return member;
}

/** An encounter that two people have had, one minute long and just over; answers its room. `one` has position 1. */
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
  /** The address it comes from; the world must trust its proxy. */
  readonly from?: string;
}

/** Has somebody meet another, and report them. */
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
