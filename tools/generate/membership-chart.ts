import { type Charted, grace, membershipOf, pendingLimit, unreadGrace } from '../../apps/server/src/membership/chart.ts';

const [minute, month] = [60_000, 30 * 86_400_000];
const beginning = 0;

/** A membership at an instant. */
interface Moment {
  readonly row: Charted | undefined;
  readonly isSuspended: boolean;
  readonly now: number;
}
interface Happening {
  readonly name: string;
  /** What is after it; undefined where it cannot happen. */
  readonly after: (moment: Moment) => Moment | undefined;
}

const nothing = { isSettling: false, firstPaidAt: null, paidUntil: null, failingSince: null, cancelsAt: null, endedAt: null };

/** Something that happens to a membership which has not ended. */
const happening = (name: string, change: (row: Charted, now: number) => Partial<Charted> | undefined): Happening => ({
  name,
  after({ row, isSuspended, now }) {
    const changed = row?.endedAt === null ? change(row, now) : undefined;
    return row && changed && { row: { ...row, ...changed }, isSuspended, now };
  },
});

/** Time passes until an instant. */
const passing = (name: string, until: (row: Charted) => number | undefined): Happening => ({
  name,
  after({ row, isSuspended, now }) {
    const at = row?.endedAt === null ? until(row) : undefined;
    return at !== undefined && at > now ? { row, isSuspended, now: at } : undefined;
  },
});

/** What was not paid in time cannot be paid any more. */
const isLate = (createdAt: Date, now: number): boolean => now - createdAt.getTime() >= pendingLimit;

const happenings: readonly Happening[] = [
  {
    name: 'begun',
    after: ({ row, isSuspended, now }) =>
      row || isSuspended ? undefined : { row: { ...nothing, createdAt: new Date(now) }, isSuspended, now: now + minute },
  },
  happening('a debit is processed', ({ firstPaidAt, isSettling, createdAt }, now) =>
    firstPaidAt || isSettling || isLate(createdAt, now) ? undefined : { isSettling: true },
  ),
  happening('paid', ({ firstPaidAt, isSettling, failingSince, createdAt }, now) =>
    (firstPaidAt && !failingSince) || (!firstPaidAt && !isSettling && isLate(createdAt, now))
      ? undefined
      : { firstPaidAt: firstPaidAt ?? new Date(now), paidUntil: new Date(now + month), isSettling: false, failingSince: null },
  ),
  happening('the debit bounces', ({ isSettling }, now) =>
    isSettling ? { isSettling: false, endedAt: new Date(now) } : undefined,
  ),
  happening('a renewal fails', ({ firstPaidAt, failingSince, cancelsAt }, now) =>
    firstPaidAt && !failingSince && !cancelsAt ? { failingSince: new Date(now) } : undefined,
  ),
  // What has not been paid, or is due, ends at once.
  happening('cancelled', ({ firstPaidAt, failingSince, cancelsAt, paidUntil }, now) => {
    if (!firstPaidAt || failingSince) return { endedAt: new Date(now), isSettling: false };
    return cancelsAt ? undefined : { cancelsAt: paidUntil };
  }),
  happening('three attempts are declined', ({ firstPaidAt, isSettling }, now) =>
    firstPaidAt || isSettling ? undefined : { endedAt: new Date(now) },
  ),
  happening('a paid debit is returned', ({ firstPaidAt }, now) => (firstPaidAt ? { endedAt: new Date(now) } : undefined)),
  happening('resumed', ({ cancelsAt }, now) => (cancelsAt && now < cancelsAt.getTime() ? { cancelsAt: null } : undefined)),
  happening('withdrawn, banned, deleted or disputed', (_, now) => ({ endedAt: new Date(now), isSettling: false })),
  passing('23 hours', ({ firstPaidAt, isSettling, createdAt }) =>
    firstPaidAt || isSettling ? undefined : createdAt.getTime() + pendingLimit,
  ),
  passing('its last day', ({ cancelsAt }) => cancelsAt?.getTime()),
  passing('14 days', ({ failingSince }) => (failingSince === null ? undefined : failingSince.getTime() + grace)),
  passing('24 hours after its period, and nothing was read', ({ paidUntil, failingSince, cancelsAt }) =>
    failingSince || cancelsAt || !paidUntil ? undefined : paidUntil.getTime() + unreadGrace,
  ),
  {
    name: 'suspended',
    after({ row, isSuspended, now }) {
      if (!row || isSuspended) return undefined;
      // What has not been paid is not begun while suspended.
      const isUnpaid = row.endedAt === null && !row.firstPaidAt && !row.isSettling;
      return { row: isUnpaid ? { ...row, endedAt: new Date(now) } : row, isSuspended: true, now };
    },
  },
  { name: 'reinstated', after: ({ row, isSuspended, now }) => (isSuspended ? { row, isSuspended: false, now } : undefined) },
];

const keyOf = ({ row, isSuspended, now }: Moment): string => JSON.stringify([row, isSuspended, now]);

/** The states of a membership as the pure chart has them, found by letting everything happen that can, one thing after another. */
export function membershipChart(note: string): string {
  const edges = new Set<string>();
  const rights = new Map<string, boolean>();
  const seen = new Set<string>();
  const chartedAt = ({ row, isSuspended, now }: Moment) => membershipOf(row, isSuspended, now);
  const explore = (moment: Moment, depth: number): void => {
    const key = keyOf(moment);
    if (seen.has(key) || depth === 0) return;
    seen.add(key);
    const { state, hasRights } = chartedAt(moment);
    rights.set(state, hasRights);
    for (const { name, after } of happenings) {
      const next = after(moment);
      if (!next) continue;
      const { state: to } = chartedAt(next);
      // What is over stays so, until another one is begun.
      if (to !== state && state !== 'ended') edges.add(`${state} --> ${to}: ${name}`);
      explore(next, depth - 1);
    }
  };
  explore({ row: undefined, isSuspended: false, now: beginning }, 7);
  const withRights = [...rights].filter(([, has]) => has).map(([state]) => `\`${state}\``);
  const lines = ['    [*] --> none', ...[...edges].sort().map((edge) => `    ${edge}`)];
  const picture = `\`\`\`mermaid\nstateDiagram-v2\n${lines.join('\n')}\n\`\`\``;
  return `# The states of a membership\n\n${note}\n\nRights in: ${withRights.sort().join(', ')}.\n\n${picture}\n`;
}
