import type { ActKind, HeldBack } from '@unspoken/contract/cases';
import type { ReportReason } from '@unspoken/contract/moderation';
import { appealWindow, type Conduct, type StatementKind } from '@unspoken/contract/standing';

const hour = 3_600_000;
const day = 24 * hour;

/** The machine pauses somebody's matchmaking for so long at most, ms. requirements/circle-and-moderation 6. */
export const holdLife = day;
/** Reports of so many ms count together towards a hold. requirements/circle-and-moderation 6. */
export const holdWindow = 7 * day;
/** The weights of reporters that hold, each network counted once. requirements/circle-and-moderation 6. */
const holdWeight = 3;
/** An account younger than this adds nothing to a hold. requirements/circle-and-moderation 6. */
const reporterAge = 2 * day;
/** Reports that came to nothing make the next hold harder for so long, ms. */
export const doubtWindow = 90 * day;
/** A case that nobody has acted on for so long is free again, ms. */
export const claimLife = hour;

/** An account younger than this holds nobody at once. requirements/circle-and-moderation 6. */
const holderAge = day;

/** What the ledger says of somebody's reports so far. */
export interface ReporterRecord {
  readonly upheld: number;
  readonly dismissed: number;
}

/** What a report of this person weighs: 1, and less the more of them came to nothing. */
export const weightOf = ({ upheld, dismissed }: ReporterRecord): number =>
  dismissed <= upheld ? 1 : (1 + upheld) / (1 + dismissed);

/** One reporter in an open case. */
export interface Voice extends ReporterRecord {
  readonly reportedAt: number;
  readonly reasons: readonly ReportReason[];
  /** When their account was made; undefined for a guest, or somebody who is gone. */
  readonly memberSince: number | undefined;
  /** Names the network they reported from; undefined when that is forgotten. */
  readonly network: string | undefined;
  /** Only people act on it. */
  readonly heldBack: boolean;
}

/** Who reports, at the moment they do. */
export interface Reporter {
  readonly guest: boolean;
  /** The address is confirmed, and they were let in. */
  readonly settled: boolean;
  readonly conduct: Conduct;
  readonly memberSince: number;
}

/**
 * Why the machine does not act on a report: it is a guest's, or the answer to a report the other side made first, or it
 * says "seems under 18" and comes from somebody who holds nobody at once. Whoever was reported first wins nothing by
 * it: people look at what is held back before anything else. `reporter` is undefined if they are gone.
 */
export function heldBackBecause(
  { reasons, reportedFirst }: { readonly reasons: readonly ReportReason[]; readonly reportedFirst: boolean },
  reporter: Reporter | undefined,
  now: number,
): HeldBack | null {
  if (reportedFirst) return 'reported_first';
  if (reporter?.guest) return 'guest';
  if (!reasons.includes('seems under 18')) return null;
  const holds = reporter?.settled && reporter.conduct === 'good' && now - reporter.memberSince >= holderAge;
  return holds ? null : 'unproven';
}

export type HoldCause = 'under_18' | 'reports';

/**
 * Whether the machine may hold somebody, and why; what is held back counts for nothing. "Seems under 18" does so at once,
 * from somebody whose reports are not known to come to nothing; anything else takes three networks' weight within seven days. `dismissed` cases about
 * the same person in the last 90 days ask for as much again each, of any reason: nobody is held twice by the same few.
 */
export function holdCause(voices: readonly Voice[], dismissed: number, now: number): HoldCause | undefined {
  const recent = voices.filter(({ reportedAt, heldBack }) => !heldBack && now - reportedAt < holdWindow);
  const alarming = recent.some((voice) => voice.reasons.includes('seems under 18') && weightOf(voice) >= 1);
  if (dismissed === 0 && alarming) return 'under_18';
  const heaviest = new Map<string, number>();
  for (const voice of recent) {
    const settled = voice.memberSince !== undefined && now - voice.memberSince >= reporterAge;
    if (!settled || voice.network === undefined) continue;
    heaviest.set(voice.network, Math.max(heaviest.get(voice.network) ?? 0, weightOf(voice)));
  }
  const weight = [...heaviest.values()].reduce((sum, each) => sum + each, 0);
  return weight >= holdWeight * (1 + dismissed) ? 'reports' : undefined;
}

/** What people look at before anything else: nobody is held, and somebody may have to be. */
export const firstOfAll = 4;

/** What is looked at first: 3 before 2 before 1. */
const ranks: { readonly [reason in ReportReason]?: 2 | 3 } = {
  'seems under 18': 3,
  'sexually explicit': 3,
  'not fully clothed': 2,
  'offensive behaviour': 2,
  'hate or harassment': 2,
  'recorded or fake video': 2,
  'asked for contact or money': 2,
  other: 2,
};
export const rankOf = (reasons: readonly ReportReason[]): number => Math.max(1, ...reasons.map((reason) => ranks[reason] ?? 1));

export type { ActKind };

/** As much of a line of the ledger as decides how somebody stands. */
export interface StandingAct {
  readonly id: string;
  readonly kind: ActKind;
  readonly caseId: string | null;
  readonly at: Date;
  readonly until: Date | null;
  readonly code: string | null;
}

export interface Standing {
  readonly conduct: Conduct;
  /** Epoch ms; null if no end is named. */
  readonly until: number | null;
  /** The case in which somebody has proposed a ban that a second person is still to decide. */
  readonly proposedIn?: string;
}

/** The lines that decide how somebody stands: nothing else is read for it. */
export const standingKinds: readonly ActKind[] = [
  'held',
  'dismissed',
  'warned',
  'suspended',
  'ban proposed',
  'banned',
  'reinstated',
  'appeal reversed',
];

const forEver = Number.POSITIVE_INFINITY;
const decides: readonly ActKind[] = ['dismissed', 'warned', 'suspended', 'banned'];

/**
 * How somebody stands: the ledger's lines about them, oldest first, added up. A hold lasts until its end or until
 * people decide; a proposed ban suspends until the second person decides the same case otherwise, or bans. A reversed
 * appeal takes back the one line it was about; a reinstatement everything before it.
 */
export function standingOf(acts: readonly StandingAct[], now: number): Standing {
  const reversed = new Set(acts.flatMap(({ kind, code }) => (kind === 'appeal reversed' ? code : [])));
  let held = 0;
  let suspended = 0;
  let banned = false;
  let proposed: string | undefined;
  for (const { id, kind, until, caseId } of acts) {
    if (decides.includes(kind)) {
      held = 0;
      if (proposed === caseId) proposed = undefined;
    }
    if (kind === 'reinstated') [held, suspended, banned, proposed] = [0, 0, false, undefined];
    if (reversed.has(id)) continue;
    if (kind === 'held') held = until?.getTime() ?? 0;
    if (kind === 'suspended') suspended = Math.max(suspended, until?.getTime() ?? forEver);
    if (kind === 'ban proposed') proposed = caseId ?? undefined;
    if (kind === 'banned') banned = true;
  }
  if (banned) return { conduct: 'banned', until: null };
  if (proposed !== undefined) return { conduct: 'suspended', until: null, proposedIn: proposed };
  if (suspended > now) return { conduct: 'suspended', until: suspended === forEver ? null : suspended };
  return held > now ? { conduct: 'held', until: held } : { conduct: 'good', until: null };
}

/** The acts that somebody is told of with reasons, and as what. */
const told: { readonly [kind in ActKind]?: StatementKind } = {
  held: 'held',
  warned: 'warned',
  suspended: 'suspended',
  'ban proposed': 'suspended',
  banned: 'banned',
  reinstated: 'reinstated',
};
/** A case that is dismissed after a ban was proposed in it: what was suspended ends. */
export const proposalEnded = 'proposal ended';
export const statementKindOf = ({ kind, code }: Pick<StandingAct, 'kind' | 'code'>): StatementKind | undefined =>
  kind === 'dismissed' && code === proposalEnded ? 'reinstated' : told[kind];

/** What people decided against somebody can be appealed, for six months. */
export const canBeAppealed = ({ kind, at }: Pick<StandingAct, 'kind' | 'at'>, now: number): boolean =>
  ['warned', 'suspended', 'ban proposed', 'banned'].includes(kind) && now - at.getTime() < appealWindow;

/** Providers whose mailboxes ignore what follows a plus, and those that ignore dots as well. */
const plusIgnored = /^(gmail|googlemail|outlook|hotmail|live|icloud|me|fastmail|proton|protonmail|pm)\.[a-z.]+$/;
const dotsIgnored = /^(gmail|googlemail)\.com$/;

/** One mailbox however its address is spelled; for comparing only. */
export function mailboxOf(emailKey: string): string {
  const at = emailKey.lastIndexOf('@');
  const domain = emailKey.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  let local = emailKey.slice(0, at);
  if (plusIgnored.test(domain)) local = local.replace(/\+.*$/, '');
  if (dotsIgnored.test(domain)) local = local.replaceAll('.', '');
  return `${local}@${domain}`;
}

/** By what somebody is known again: each of their mailboxes, and their identity with a provider. */
export const identitiesOf = (addressKeys: readonly string[], facebookId: string | null): string[] => [
  ...new Set(addressKeys.map((key) => `mail ${mailboxOf(key)}`)),
  ...(facebookId === null ? [] : [`facebook ${facebookId}`]),
];

/** The part of a network address that many people share: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address.split('.').slice(0, 3).join('.');
  return address.split('/')[0]?.split(':').slice(0, 3).join(':') ?? '';
}
