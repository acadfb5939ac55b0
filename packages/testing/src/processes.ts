import { ownSpace } from './redis.ts';
import { startWorld, type World } from './world.ts';

/** Several processes of one installation, run inside this process on one database and one Redis. The first is `processes[0]`. */
export interface Installation {
  readonly processes: readonly World[];
  /** Starts one more process. */
  start(environment?: Readonly<Record<string, string>>): Promise<World>;
  close(): Promise<void>;
}

/** Starts `count` processes with a shared database, Redis and secret. Needs PostgreSQL and Redis in the test run. */
export async function startProcesses(count: number, environment: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const { WORLD_REDIS } = process.env;
  if (!WORLD_REDIS || !process.env.WORLD_POSTGRES) throw new Error('several processes need PostgreSQL and Redis');
  const shared = { SECRET: 'what all of these processes have in common', REDIS_SPACE: ownSpace(), REDIS_URL: WORLD_REDIS };
  const processes: World[] = [];
  const closed = new Set<World>();
  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const [first] = processes;
    const database = first && { DATABASE_URL: first.environment.DATABASE_URL as string };
    const world = await startWorld({ ...shared, ...database, ...environment, ...more });
    processes.push(world);
    const close = world.close.bind(world);
    world.close = async () => {
      if (!closed.has(world)) await close();
      closed.add(world);
    };
    return world;
  };
  for (let i = 0; i < count; i++) await start();
  return {
    processes,
    start,
    async close() {
      // The first process has created the database and drops it, so it closes last.
      for (const world of [...processes].reverse()) await world.close();
    },
  };
}
