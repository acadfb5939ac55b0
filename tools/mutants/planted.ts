import type { Bug } from './bug.ts';
import { accounts } from './planted/accounts.ts';
import { books } from './planted/books.ts';
import { experiences } from './planted/experiences.ts';
import { feelings } from './planted/feelings.ts';
import { gatherings } from './planted/gatherings.ts';
import { gentle } from './planted/gentle.ts';
import { guard } from './planted/guard.ts';
import { input } from './planted/input.ts';
import { limits } from './planted/limits.ts';
import { looking } from './planted/looking.ts';
import { meeting } from './planted/meeting.ts';
import { moderation } from './planted/moderation.ts';
import { notifications } from './planted/notifications.ts';
import { opening } from './planted/opening.ts';
import { pages } from './planted/pages.ts';
import { paid } from './planted/payments.ts';
import { platform } from './planted/platform.ts';
import { rendezvous } from './planted/rendezvous.ts';
import { returning } from './planted/returning.ts';
import { served } from './planted/served.ts';
import { side } from './planted/side.ts';
import { studio } from './planted/studio.ts';
import { veil } from './planted/veil.ts';
import { waits } from './planted/waits.ts';
import { welcome } from './planted/welcome.ts';
import { welcoming } from './planted/welcoming.ts';

/** Bugs in code that depends on a database, a browser, several processes or time, which reviews easily miss. */
export const planted: readonly Bug[] = [
  ...input,
  ...looking,
  ...veil,
  ...gentle,
  ...welcome,
  ...welcoming,
  ...feelings,
  ...guard,
  ...meeting,
  ...side,
  ...accounts,
  ...limits,
  ...moderation,
  ...platform,
  ...experiences,
  ...studio,
  ...waits,
  ...notifications,
  ...rendezvous,
  ...gatherings,
  ...books,
  ...paid,
  ...pages,
  ...served,
  ...opening,
  ...returning,
];

/** How many of them may be missed in one run; each missed bug is listed in the report. */
export const mayBeMissed = 3;
