import * as cases from '@unspoken/contract/cases';
import { isLanguage } from '@unspoken/contract/languages';
import { sendNotice, transparency } from '@unspoken/contract/notices';
import { appeal, ownReports, ownStanding } from '@unspoken/contract/standing';
import type { Router } from '../platform/http/routes.ts';
import type { Limits } from '../platform/limits.ts';
import type { Cases } from './cases.ts';
import type { Conduct } from './conduct.ts';
import type { Decisions } from './decisions.ts';
import { moderationLimits } from './limits.ts';
import type { Notices } from './notices.ts';

export interface ModerationRoutesOptions {
  readonly conduct: Conduct;
  readonly cases: Cases;
  readonly decisions: Decisions;
  readonly notices: Notices;
  readonly limits: Limits;
}

const done = { success: true };

/** The calls of reporters, reported people, visitors and moderators. */
export function moderationRoutes(router: Router, options: ModerationRoutesOptions): void {
  personRoutes(router, options);
  publicRoutes(router, options);
  caseRoutes(router, options);
}

function personRoutes(router: Router, { conduct, limits }: ModerationRoutesOptions): void {
  router.on(ownStanding, async ({ caller: { accountId } }) => ({
    ...(await conduct.standing(accountId)),
    statements: await conduct.statements(accountId),
  }));
  router.on(appeal, async ({ caller, body }) => {
    await limits.use(moderationLimits.appealPerAccount, caller.accountId);
    await conduct.appeal(caller.accountId, body.statementID, body.appealWords);
    return done;
  });
  router.on(ownReports, async ({ caller }) => ({ reports: await conduct.reports(caller.accountId) }));
}

function publicRoutes(router: Router, { notices, limits }: ModerationRoutesOptions): void {
  router.on(sendNotice, async ({ body: { words, email, language }, address }) => {
    await limits.use(moderationLimits.noticePerAddress, address);
    const short = language?.slice(0, 2).toLowerCase() ?? '';
    return { noticeID: await notices.add({ words, email: email || undefined, language: isLanguage(short) ? short : 'en' }) };
  });
  router.on(transparency, async () => ({ months: await notices.figures() }));
}

function caseRoutes(router: Router, { cases: all, decisions }: ModerationRoutesOptions): void {
  router.on(cases.caseQueue, async ({ caller }) => ({ cases: await all.queue(caller.accountId) }));
  router.on(cases.claimCase, async ({ caller, body }) => ({ caseID: await all.claim(caller.accountId, body.caseID) }));
  router.on(cases.releaseCase, async ({ caller, body }) => {
    await all.release(caller.accountId, body.caseID);
    return done;
  });
  router.on(cases.caseDetails, ({ caller, params }) => all.details(caller.accountId, params.caseID));
  router.on(cases.noteCase, async ({ caller, body }) => {
    await all.note(caller.accountId, body.caseID, body.words);
    return done;
  });
  router.on(cases.decideCase, async ({ caller, body }) => ({
    success: true,
    secondNeeded: await decisions.decide(caller.accountId, body),
  }));
  router.on(cases.decideAppeal, async ({ caller, body }) => {
    await decisions.decideAppeal(caller.accountId, body.caseID, body.outcome, body.facts);
    return done;
  });
  router.on(cases.previewStatement, ({ caller, body: { caseID, ...input } }) =>
    decisions.preview(caller.accountId, caseID, input),
  );
  router.on(cases.reinstate, async ({ caller, body }) => {
    await decisions.reinstate(caller.accountId, body.caseID, body.facts);
    return done;
  });
}
