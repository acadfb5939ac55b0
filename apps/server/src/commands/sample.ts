import type { ReportReason } from '@unspoken/contract/reports';
import type { Accounts } from '../accounts/service.ts';
import type { EncounterStore } from '../encounters/store.ts';
import type { Moderation, Notices } from '../moderation/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';

/** The password of every sample person. */
export const samplePassword = 'a sample of a password';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Invented reports: the number of the reported person, that of the reporter, and the reasons. */
const stories: readonly {
  readonly of: number;
  readonly by: number;
  readonly reasons: readonly ReportReason[];
  readonly words: string;
}[] = [
  { of: 1, by: 2, reasons: ['hate or harassment'], words: 'They held up a sign with an insult.' },
  { of: 1, by: 3, reasons: ['offensive behaviour', 'many gestures'], words: '' },
  { of: 1, by: 4, reasons: ['offensive behaviour'], words: 'Gestures that I do not want to see.' },
  { of: 5, by: 6, reasons: ['seems under 18'], words: 'It looked like a school room.' },
  { of: 6, by: 7, reasons: ['no person visible'], words: '' },
  { of: 7, by: 8, reasons: ['asked for contact or money'], words: 'A telephone number on paper.' },
  { of: 2, by: 1, reasons: ['joking or fooling around'], words: 'They laughed at me.' },
];
const people = 8;

export interface SampleParts {
  readonly accounts: Accounts;
  readonly encounters: Pick<EncounterStore, 'open' | 'confirmed' | 'begun' | 'ended'>;
  readonly moderation: Moderation;
  readonly notices: Notices;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Puts invented people, encounters, reports and a notice into the database, for a moderator to explore.
 * Returns the number of cases. Throws `registration_failed` if the samples exist already.
 */
export async function addSamples({ accounts, encounters, moderation, notices, clock, random }: SampleParts): Promise<number> {
  const ids: string[] = [];
  for (let i = 1; i <= people; i++) {
    const { account } = await accounts.registration.register({
      name: `Sample ${i}`,
      email: `sample-${i}@example.org`,
      password: samplePassword,
      termsAccepted: true,
      over18: true,
    });
    ids.push(account.id);
  }
  const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;
  for (const [i, { of, by, reasons, words }] of stories.entries()) {
    const [reported, reporter] = [ids[of - 1] as string, ids[by - 1] as string];
    const roomID = `oneminute:${random.secret(16)}`;
    const at = clock.now() - day - i * 17 * minute;
    await encounters.open({ roomID, a: reporter, b: reported, pool, pairedAt: at, waited: (i + 1) * 4_000 });
    await encounters.confirmed(roomID, at + 1_000);
    await encounters.begun(roomID, at + 9_000);
    const ended = { reasonA: 'manual_self', reasonB: 'manual_other', completed: false, duration: 12_000 + i * 3_000 } as const;
    await encounters.ended(roomID, { endedAt: at + 9_000 + ended.duration, ...ended });
    await moderation.report({
      roomID,
      reporter,
      reported,
      reasons,
      explanation: words,
      noRepeat: true,
      address: `192.0.2${i}.1`,
    });
  }
  await notices.add({
    words: 'On another site somebody sells what they say are recordings of encounters.',
    email: undefined,
    language: 'en',
  });
  return new Set(stories.map(({ of }) => of)).size + 1;
}
