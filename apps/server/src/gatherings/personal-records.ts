import type { PersonalRecords } from '../platform/module.ts';
import type { AttendanceStore } from './attendance-store.ts';
import type { PersonalStore } from './personal-store.ts';
import type { GatheringStore, Registration } from './store.ts';
import type { SurveyStore } from './survey-store.ts';

interface Stores {
  readonly gatherings: Pick<GatheringStore, 'everyRegistration'>;
  readonly attendance: Pick<AttendanceStore, 'ofAccount'>;
  readonly surveys: Pick<SurveyStore, 'ofAccount'>;
  readonly personal: PersonalStore;
}

const ownPart = ({ registeredAt, leftAt, remindedDayAt, remindedSoonAt, surveyedAt, standsIn }: Registration) => ({
  ...{ registeredAt, leftAt, remindedDayAt, remindedSoonAt, surveyedAt, standsIn },
});

/**
 * What is stored about a person: the gatherings that they registered for or came to, their answers to surveys, and what they wrote as
 * hosts. The rows about them go with the account, by cascade; a gathering is for others as well, and only loses its host.
 */
export const gatheringRecords = ({ gatherings, attendance, surveys, personal }: Stores): PersonalRecords => ({
  async export(accountId) {
    const [registered, came, answers, hostedGatherings] = await Promise.all([
      gatherings.everyRegistration(accountId),
      attendance.ofAccount(accountId),
      surveys.ofAccount(accountId),
      personal.hostedBy(accountId),
    ]);
    const registrations = new Map(registered.map(({ registration }) => [registration.gatheringId, ownPart(registration)]));
    const arrivals = new Map(came.map(({ gatheringId, cameAt }) => [gatheringId, { cameAt }]));
    return {
      gatherings: [...new Set([...registrations.keys(), ...arrivals.keys()])].map((gatheringID) => ({
        ...{ gatheringID, cameAt: null },
        ...registrations.get(gatheringID),
        ...arrivals.get(gatheringID),
      })),
      surveyAnswers: answers.map(({ survey, yes, answeredAt }) => ({ survey, yes, answeredAt })),
      hostedGatherings,
    };
  },
  erase: (tx, { accountId }) => personal.forgetHost(tx, accountId),
});
