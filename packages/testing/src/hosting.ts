import type { Member, World } from './world.ts';

const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** Helpers for tests of what members host. */
export function hostingOf(world: World) {
  const call = (path: string, { token }: Member, body?: object) =>
    world.call(`/api/v1/gatherings/${path}`, { token, ...(body && json(body)) });
  const hosted = async (member: Member) => (await call('hosted', member)).body;
  return {
    call,
    hosted,
    /** A member with so many completed minutes. */
    async experienced(name: string, minutes = 10): Promise<Member> {
      const member = await world.member(name);
      await world.query('insert into encounter_total (account_id, completed_minutes) values ($1, $2)', [member.userId, minutes]);
      return member;
    },
    /** What a form about a gathering in so many ms holds, by the minute, in UTC. */
    entered(ahead = 86_400_000, more: object = {}) {
      const [date, time] = new Date(world.now().getTime() + ahead).toISOString().split('T');
      const when = { date, time: time?.slice(0, 5), zone: 'UTC' };
      return { name: 'A quiet hour', length: 30, welcomeStatement: 'Welcome.', surveyUrl: '', isPrivate: true, ...when, ...more };
    },
    /** The gathering as its host sees it. */
    of: async (host: Member, id: string) =>
      (await hosted(host)).gatherings.find(({ gatheringID }: { gatheringID: string }) => gatheringID === id),
    row: async (id: string) => (await world.query('select * from gathering where id = $1', [id]))[0],
    /** The ids that a caller finds in the list. */
    listed: async (token?: string) =>
      (await world.call('/api/v1/gatherings', { token })).body.gatherings.map(
        ({ gatheringID }: { gatheringID: string }) => gatheringID,
      ),
    /** Writes a line of the ledger about a member, which decides how they stand. */
    stand: ({ userId }: Member, kind: 'held' | 'suspended' | 'banned' | 'reinstated', days: number | null = 1) =>
      world.query(`insert into act (id, at, kind, subject, until) values (gen_random_uuid(), $2, $3, $1, $4)`, [
        ...[userId, world.now(), kind, days === null ? null : new Date(world.now().getTime() + days * 86_400_000)],
      ]),
  };
}
