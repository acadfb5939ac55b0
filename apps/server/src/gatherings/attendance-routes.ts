import { answerSurvey, gatheringAttendance } from '@unspoken/contract/gatherings';
import { accountLimits } from '../accounts/service.ts';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Attendance } from './attendance.ts';
import { gatheringLimits } from './limits.ts';
import type { Surveys } from './surveys.ts';

export interface AttendanceRoutesOptions {
  readonly attendance: Attendance;
  readonly surveys: Surveys;
  readonly limits: Limits;
}

export function attendanceRoutes(router: Router, { attendance, surveys, limits }: AttendanceRoutesOptions): void {
  router.on(gatheringAttendance, ({ caller, params }) => attendance.numbers(params.gatheringID, caller.accountId));
  router.on(answerSurvey, async ({ caller, body: { experiment, response, t }, address }) => {
    if (t !== undefined) await limits.use(accountLimits.linkPerAddress, address);
    else if (caller) await limits.use(gatheringLimits.surveyPerAccount, caller.accountId);
    await surveys.answer({ survey: experiment, yes: response === 'yes', accountId: caller?.accountId, token: t });
    return { success: true };
  });
}
