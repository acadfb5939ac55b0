import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';

/**
 * Resolves when a retention sweep has begun after this call, and ended. Sweeps follow each other, and each covers every kind of
 * record in turn: once three expired visits have been inserted and deleted one after another, a whole sweep has run in between.
 */
export async function swept(world: World): Promise<void> {
  for (let sweep = 0; sweep < 3; sweep++) {
    const id = randomUUID();
    await world.query(`insert into visit (id, event, page, language, "by", at) values ($1, 'seen', '/', 'en', 'visitor', $2)`, [
      id,
      new Date(0),
    ]);
    for (let tries = 0; (await world.query('select 1 from visit where id = $1', [id])).length > 0; tries++) {
      if (tries > 600) throw new Error('nothing was swept in 30 s');
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }
}
