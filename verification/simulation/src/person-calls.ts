import type { overHttp } from './network.ts';
import type { PersonOptions } from './person.ts';
import type { SeededRandom } from './seeded-random.ts';

interface CallsOptions {
  readonly accountId: string;
  readonly http: ReturnType<typeof overHttp>;
  readonly random: SeededRandom;
  /** Reports separate for ever, so their number is limited: some pairs must remain that can meet. */
  readonly mayReport: () => boolean;
}

/** What a person can do about their partner once they have met. */
export const callsAfterwards = ({
  accountId,
  http,
  random,
  mayReport,
}: CallsOptions): Pick<PersonOptions, 'circle' | 'report'> => ({
  circle: (change, room) =>
    http(({ encounters: { afterwards } }) => {
      if (change === 'add') return afterwards.addToCircle(accountId, room);
      if (change === 'remove') return afterwards.removeFromCircle(accountId, room);
      return afterwards.partnerCircle(accountId, room);
    }),
  report: (room) =>
    http(async ({ encounters: { afterwards } }) => {
      if (!mayReport()) throw new Error('there would be nobody left');
      const words = { selectedOptions: ['written signs' as const], reportExplanation: '', noRepeat: random.chance(0.5) };
      await afterwards.report(accountId, { ...room, ...words } as never);
    }),
});
