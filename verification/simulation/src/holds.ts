import { holdCause, type ReporterRecord, type WeighedReport } from '@unspoken/server/moderation/rules';
import type { SeededRandom } from './seeded-random.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How often in a year a colluding group gets an innocent person held, while moderators dismiss each of its cases. */
export function heldByColluders(random: SeededRandom, group: { readonly accounts: number; readonly networks: number }): number {
  const members = Array.from({ length: group.accounts }, (_, i) => ({
    network: `network ${i % group.networks}`,
    record: { upheld: 0, dismissed: 0 } as { -readonly [part in keyof ReporterRecord]: number },
  }));
  let voices: (WeighedReport & { readonly of: (typeof members)[number] })[] = [];
  const dismissals: number[] = [];
  let held = 0;
  // Each member meets the person once and reports, because a report separates the two for good.
  const waves = members.map((member) => ({ member, at: random.between(0, 60) * day })).sort((one, other) => one.at - other.at);
  let looksAt = Number.POSITIVE_INFINITY;
  const look = () => {
    for (const { of } of voices) of.record.dismissed++;
    voices = [];
    dismissals.push(looksAt);
    looksAt = Number.POSITIVE_INFINITY;
  };
  let isHeld = false;
  for (const { member, at } of waves) {
    if (looksAt <= at) {
      look();
      isHeld = false;
    }
    if (voices.length === 0) looksAt = at + random.between(0, 3) * day;
    const reasons = random.chance(0.3) ? (['seems under 18'] as const) : (['offensive behaviour'] as const);
    voices.push({
      ...member.record,
      reportedAt: at,
      reasons,
      memberSince: at - 30 * day,
      network: member.network,
      heldBack: false,
      of: member,
    });
    const doubts = dismissals.filter((each) => at - each < 90 * day).length;
    if (!isHeld && holdCause(voices, doubts, at)) {
      held++;
      isHeld = true;
    }
  }
  return held;
}

/** After how many encounters a person who gives cause for reports is held: each partner reports with this probability. */
export function encountersUntilHeld(random: SeededRandom, reporting: number): number {
  const voices: WeighedReport[] = [];
  for (let encounters = 1; ; encounters++) {
    const at = encounters * 10 * 60_000;
    if (!random.chance(reporting)) continue;
    // Some reporters are new accounts, or share a network with another.
    voices.push({
      upheld: 0,
      dismissed: 0,
      reportedAt: at,
      reasons: ['sexually explicit'],
      memberSince: at - random.around(60 * day),
      network: `network ${Math.floor(random.between(0, 400))}`,
      heldBack: false,
    });
    if (holdCause(voices, 0, at)) return encounters;
  }
}
