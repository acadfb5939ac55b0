import type { PersonalRecords } from '../platform/module.ts';
import type { AttendanceStore } from './attendance-store.ts';
import type { GatheringStore, Registration } from './store.ts';
import type { SurveyStore } from './survey-store.ts';

interface Stores {
  readonly gatherings: Pick<GatheringStore, 'everyRegistration'>;
  readonly attendance: Pick<AttendanceStore, 'ofAccount'>;
  readonly surveys: Pick<SurveyStore, 'ofAccount'>;
}

const ownPart = ({ registeredAt, leftAt, remindedDayAt, remindedSoonAt, surveyedAt, standsIn }: Registration) => ({
  ...{ registeredAt, leftAt, remindedDayAt, remindedSoonAt, surveyedAt, standsIn },
});

/** The gatherings that a person registered for or came to, and their answers to surveys. The rows go with the account, by cascade. */
export const gatheringRecords = ({ gatherings, attendance, surveys }: Stores): PersonalRecords => ({
  async export(accountId) {
    const [registered, came, answers] = await Promise.all([
      gatherings.everyRegistration(accountId),
      attendance.ofAccount(accountId),
      surveys.ofAccount(accountId),
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
    };
  },
});
