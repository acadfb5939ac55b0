import type { Accounts } from '../accounts/service.ts';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { PersonalRecords } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import type { PresenceModule } from '../presence/module.ts';
import { Attendance, type AttendanceOptions } from './attendance.ts';
import { attendanceStore } from './attendance-store.ts';
import { CurrentGatherings } from './current.ts';
import { gatheringRecords } from './personal-records.ts';
import type { Schedule } from './schedule.ts';
import { Spaces } from './spaces.ts';
import type { GatheringRow, GatheringStore } from './store.ts';
import { SurveyLinks } from './survey-links.ts';
import { surveyStore } from './survey-store.ts';
import { Surveys } from './surveys.ts';

export interface FollowUpNeeds
  extends Pick<PresenceModule, 'presence' | 'admitToSpacesBy' | 'onInside'>,
    Pick<AttendanceOptions, 'countInSpace'> {
  readonly accounts: Accounts;
  readonly matchmaking: Pick<Matchmaking, 'counts'>;
}

export interface FollowUp {
  readonly attendance: Attendance;
  readonly surveys: Surveys;
  readonly records: PersonalRecords;
  /** An account connects in a gathering. */
  readonly came: (gathering: GatheringRow, accountId: string) => void;
  readonly forgetAnswers: (before: Date) => Promise<void>;
  readonly current: CurrentGatherings;
}

/** Who is inside a private space, who came, and what they answer afterwards. */
export function followUp(
  { db, clock, keys, fault, config: { durations, publicUrl } }: Platform,
  gatherings: { readonly store: GatheringStore; readonly schedule: Schedule },
  { accounts, matchmaking, presence, admitToSpacesBy, onInside, countInSpace }: FollowUpNeeds,
): FollowUp {
  const { store, schedule } = gatherings;
  const [attended, answers] = [attendanceStore(db), surveyStore(db)];
  const attendance = new Attendance({
    ...{ store: attended, gatherings: store, accounts, clock, countInSpace, fault },
    insideOf: (groupID) => presence.insideOf(groupID),
    present: async () => (await presence.counts()).general,
    waitingIn: async (groupSpace) => waitingIn(await matchmaking.counts(), groupSpace),
    surveyTotals: (survey) => answers.totals(survey),
  });
  const came: FollowUp['came'] = (gathering, accountId) => attendance.came(gathering, accountId);
  const spaces = new Spaces({ store, schedule, clock, durations, came });
  admitToSpacesBy((accountId, groupID) => spaces.mayEnter(accountId, groupID));
  onInside((accountId, groupID) => void spaces.entered(accountId, groupID).catch(fault));
  const links = new SurveyLinks(keys);
  const surveys = new Surveys({ store: answers, gatherings: store, accounts, links, clock, durations, publicUrl });
  const stores = { gatherings: store, attendance: attended, surveys: answers };
  return {
    ...{
      attendance,
      surveys,
      came,
      records: gatheringRecords(stores),
      current: new CurrentGatherings({ schedule, clock, store: attended }),
    },
    forgetAnswers: (before) => answers.eraseBefore(before),
  };
}

/** How many wait in the pool `anyone` of a space, for any experience; `counts` is by pool key. */
const waitingIn = (counts: ReadonlyMap<string, number>, groupSpace: string): number =>
  [...counts].reduce((sum, [key, people]) => (key.endsWith(`:anyone:${groupSpace}`) ? sum + people : sum), 0);
