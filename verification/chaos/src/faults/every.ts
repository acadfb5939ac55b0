import { atOnce, type Fault } from './fault.ts';
import { faultsOfMail } from './mail.ts';
import { faultsOfPostgres } from './postgres.ts';
import { faultsOfProcesses } from './processes.ts';
import { faultsOfRedis } from './redis.ts';

const single: readonly Fault[] = [...faultsOfProcesses, ...faultsOfRedis, ...faultsOfPostgres, ...faultsOfMail];
const named = (name: string) => single.find((each) => each.name === name);

/** Every fault of an installation. Source: requirements/promises 4. */
export const everyFault: readonly Fault[] = [
  ...single,
  atOnce(
    'at once: a process dies, and Redis forgets everything',
    named('a process is killed'),
    named('Redis forgets everything'),
  ),
  atOnce(
    'at once: a process does not reach Redis, and PostgreSQL dies',
    named('the line between a process and Redis is cut for 15 s'),
    named('PostgreSQL is killed and comes back'),
  ),
  atOnce(
    'at once: a process, Redis and PostgreSQL die',
    named('a process is killed'),
    named('Redis is killed and comes back with what it had'),
    named('PostgreSQL is killed and comes back'),
  ),
];
