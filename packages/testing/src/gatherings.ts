import { randomBytes } from 'node:crypto';
import type { World } from './world.ts';

export interface SpecialGathering {
  readonly id: string;
  readonly groupID: string;
}

/** Inserts an approved special gathering that begins in `startsIn` ms and lasts `length` ms, with a private space. */
export async function specialGathering(
  world: Pick<World, 'now' | 'query'>,
  {
    startsIn,
    length = 600_000,
    host = null,
    capacity = 500,
    listed = true,
  }: { startsIn: number; length?: number; host?: string | null; capacity?: number; listed?: boolean },
): Promise<SpecialGathering> {
  const name = randomBytes(8).toString('hex');
  const [id, groupID] = [`special-${name}`, randomBytes(16).toString('hex')];
  // Calendars know whole seconds, and what keeps rows in step with their wall time must not move it.
  const startsAt = new Date(Math.floor((world.now().getTime() + startsIn) / 1_000) * 1_000);
  const [date, time] = [startsAt.toISOString().slice(0, 10), startsAt.toISOString().slice(11, 19)];
  await world.query(
    `insert into gathering (id, is_regular, name, date, time, zone, length_ms, starts_at, ends_at, group_id, welcome_statement, host,
       state, capacity, listed, created_at, changed_at)
     values ($1, false, 'A quiet hour', $2, $3, 'UTC', $4, $5, $6, $7, 'Welcome.', $8, 'approved', $9, $10, now(), now())`,
    [id, date, time, length, startsAt, new Date(startsAt.getTime() + length), groupID, host, capacity, listed],
  );
  return { id, groupID };
}
