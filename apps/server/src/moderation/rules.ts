import type { ActKind, HeldBack, HoldCause } from '@unspoken/contract/cases';
import { mailboxOf } from '@unspoken/contract/mailbox';
import type { ReportReason } from '@unspoken/contract/reports';
import { appealWindow, type Conduct, type StatementKind } from '@unspoken/contract/standing';

const hour = 3_600_000;
const day = 24 * hour;

/** The longest automatic hold, ms. requirements/circle-and-moderation 6. */
export const holdDuration = day;
/** Reports within this time count together towards a hold, ms. requirements/circle-and-moderation 6. */
export const holdWindow = 7 * day;
/** The total weight of reporters that sets a hold; each network counts once. requirements/circle-and-moderation 6. */
const holdWeight = 3;
/** A report by an account younger than this adds no weight to a hold, ms. requirements/circle-and-moderation 6. */
const reporterAge = 2 * day;
/** How long a dismissed case raises the weight that the next hold needs, ms. */
export const dismissalWindow = 90 * day;
/** A claim lapses after this time without an action, ms. */
export const claimDuration = hour;

/** "Seems under 18" from an account younger than this sets no hold at once, ms. requirements/circle-and-moderation 6. */
const holderAge = day;

/** How moderators have decided a reporter's earlier reports, from the ledger. */
export interface ReporterRecord {
  readonly upheld: number;
  readonly dismissed: number;
}

/** The weight of a report by this person: 1, or less if more of their reports were dismissed than upheld. */
export const weightOf = ({ upheld, dismissed }: ReporterRecord): number =>
  dismissed <= upheld ? 1 : (1 + upheld) / (1 + dismissed);

/** One report of an open case, with its reporter's record. */
export interface WeighedReport extends ReporterRecord {
  readonly reportedAt: number;
  readonly reasons: readonly ReportReason[];
  /** When the reporter's account was created; undefined if it has been deleted. */
  readonly memberSince: number | undefined;
  /** The keyed hash of the network that the report came from; undefined once it has been deleted. */
  readonly network: string | undefined;
  /** The report counts towards no hold; only people act on it. */
  readonly heldBack: boolean;
}

/** The reporter at the moment of the report. */
export interface Reporter {
  readonly guest: boolean;
  /** The address is confirmed, and the account was admitted from the waiting list. */
  readonly admitted: boolean;
  readonly conduct: Conduct;
  readonly memberSince: number;
  /** The person has made no more reports in a day than can count towards holds. */
  readonly isWithinDay: boolean;
}

/**
 * Why a report has no automatic effect: the other side had reported first, the reporter is a guest, it says "seems
 * under 18" and the reporter is not a member in good standing whose account is old enough, or it is one of very many by the
 * same person. Reporting first is no protection: moderators look at a report that is held back before all others, except at
 * one of very many. `reporter` is undefined if the account has been deleted.
 */
export function heldBackBecause(
  { reasons, reportedFirst }: { readonly reasons: readonly ReportReason[]; readonly reportedFirst: boolean },
  reporter: Reporter | undefined,
  now: number,
): HeldBack | null {
  if (reportedFirst) return 'reported_first';
  if (reporter?.guest) return 'guest';
  const many = reporter && !reporter.isWithinDay ? 'many' : null;
  if (!reasons.includes('seems under 18')) return many;
  const mayHold = reporter?.admitted && reporter.conduct === 'good' && now - reporter.memberSince >= holderAge;
  return mayHold ? many : 'unproven';
}

/**
 * Whether moderators are alerted to a report and look at it first, because it is held back. One of very many keeps its
 * place, so that a flood of reports comes before nobody, unless it says "seems under 18".
 */
export const isAlerting = (heldBack: HeldBack | null, reasons: readonly ReportReason[]): boolean =>
  heldBack !== null && (heldBack !== 'many' || reasons.includes('seems under 18'));

/**
 * Why the reports of a case justify a hold; undefined if they do not. Reports that are held back do not count. "Seems
 * under 18" justifies one at once unless more of its reporter's reports were dismissed than upheld; any other reason needs
 * the weight of three networks within seven days. Each of the `dismissed` cases about the same person in the last 90 days
 * requires as much weight again, whatever the reason, so that the same few reporters cannot hold a person twice.
 */
export function holdCause(voices: readonly WeighedReport[], dismissed: number, now: number): HoldCause | undefined {
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

/** The rank of a case with a report that is held back: nobody is held automatically, so moderators must look at it first. */
export const heldBackRank = 4;

/** For how long veils are counted, ms, and from how many different people on moderators see the count. It has no other effect. */
export const veilsCountedFor = 7 * 24 * hour;
export const fewestVeils = 2;

/** Moderators look at rank 3 before 2 before 1. */
const ranks: Readonly<Record<ReportReason, 1 | 2 | 3>> = {
  'many gestures': 1,
  'written signs': 1,
  'no person visible': 1,
  'they cancelled the connection': 1,
  'joking or fooling around': 1,
  'seems under 18': 3,
  'sexually explicit': 3,
  'not fully clothed': 2,
  'offensive behaviour': 2,
  'hate or harassment': 2,
  'recorded or fake video': 2,
  'asked for contact or money': 2,
  other: 2,
};
export const rankOf = (reasons: readonly ReportReason[]): number => Math.max(1, ...reasons.map((reason) => ranks[reason]));

export type { ActKind };

/** The columns of a ledger line that standing depends on. */
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
  /** Epoch ms; null without an end. */
  readonly until: number | null;
  /** The case with a proposed ban that a second person has not decided yet. */
  readonly proposedIn?: string;
}

/** Standing depends on ledger lines of these kinds only. */
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

const noEnd = Number.POSITIVE_INFINITY;
/** The ids of the lines that were reversed on appeal. */
const reversedIn = (acts: readonly StandingAct[]): ReadonlySet<string> =>
  new Set(acts.flatMap(({ kind, code }) => (kind === 'appeal reversed' && code !== null ? [code] : [])));
const decisionKinds: readonly ActKind[] = ['dismissed', 'warned', 'suspended', 'banned'];

/**
 * The standing of an account: the sum of the ledger's lines about it, oldest first. A hold lasts until its end or until
 * the next decision; a proposed ban suspends until a second person decides the same case, by a ban or otherwise. A reversed
 * appeal undoes the one line it was about; a reinstatement undoes everything before it.
 */
export function standingOf(acts: readonly StandingAct[], now: number): Standing {
  const reversed = reversedIn(acts);
  let held = 0;
  let suspended = 0;
  let banned = false;
  let proposed: string | undefined;
  for (const { id, kind, until, caseId } of acts) {
    if (decisionKinds.includes(kind)) {
      held = 0;
      if (proposed === caseId) proposed = undefined;
    }
    if (kind === 'reinstated') [held, suspended, banned, proposed] = [0, 0, false, undefined];
    if (reversed.has(id)) continue;
    if (kind === 'held') held = until?.getTime() ?? 0;
    if (kind === 'suspended') suspended = Math.max(suspended, until?.getTime() ?? noEnd);
    if (kind === 'ban proposed') proposed = caseId ?? undefined;
    if (kind === 'banned') banned = true;
  }
  if (banned) return { conduct: 'banned', until: null };
  if (proposed !== undefined) return { conduct: 'suspended', until: null, proposedIn: proposed };
  if (suspended > now) return { conduct: 'suspended', until: suspended === noEnd ? null : suspended };
  return held > now ? { conduct: 'held', until: held } : { conduct: 'good', until: null };
}

/**
 * When a report about an account was first upheld: by a warning, a suspension or a ban that was not reversed. A proposed ban waits for
 * the second person, and a reinstatement ends what is in force without denying what happened.
 */
export function upheldAt(acts: readonly StandingAct[]): Date | undefined {
  const reversed = reversedIn(acts);
  return acts.find(({ id, kind }) => ['warned', 'suspended', 'banned'].includes(kind) && !reversed.has(id))?.at;
}

/** The acts that the person receives a statement of reasons about, and its kind. */
const statementKinds: { readonly [kind in ActKind]?: StatementKind } = {
  held: 'held',
  warned: 'warned',
  suspended: 'suspended',
  'ban proposed': 'suspended',
  banned: 'banned',
  reinstated: 'reinstated',
};
/** The code of a dismissal that ends the suspension by a proposed ban. */
export const proposalEnded = 'proposal ended';
export const statementKindOf = ({ kind, code }: Pick<StandingAct, 'kind' | 'code'>): StatementKind | undefined =>
  kind === 'dismissed' && code === proposalEnded ? 'reinstated' : statementKinds[kind];

/** Decisions of moderators against a person can be appealed, for six months; holds cannot. */
export const canBeAppealed = ({ kind, at }: Pick<StandingAct, 'kind' | 'at'>, now: number): boolean =>
  ['warned', 'suspended', 'ban proposed', 'banned'].includes(kind) && now - at.getTime() < appealWindow;

/** What a returning person is recognised by: each of their mailboxes, and their identity at a provider. */
export const identitiesOf = (addressKeys: readonly string[], facebookId: string | null): string[] => [
  ...new Set(addressKeys.map((key) => `mail ${mailboxOf(key)}`)),
  ...(facebookId === null ? [] : [`facebook ${facebookId}`]),
];

/** The part of a network address that many people share: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address.split('.').slice(0, 3).join('.');
  return address.split('/')[0]?.split(':').slice(0, 3).join(':') ?? '';
}
