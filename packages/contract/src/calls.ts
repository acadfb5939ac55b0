import * as settings from './account-settings.ts';
import * as accounts from './accounts.ts';
import * as administration from './administration.ts';
import type { Call, Emission } from './call.ts';
import * as cases from './cases.ts';
import * as catalogue from './catalogue.ts';
import * as circle from './circle.ts';
import { configuration } from './configuration.ts';
import * as encounters from './encounters.ts';
import * as experiences from './experiences.ts';
import * as feedback from './feedback.ts';
import * as invitations from './invitations.ts';
import * as matchmaking from './matchmaking.ts';
import * as notices from './notices.ts';
import * as presence from './presence.ts';
import * as reports from './reports.ts';
import * as secondFactor from './second-factor.ts';
import * as standing from './standing.ts';
import * as visits from './visits.ts';
import * as waitingList from './waiting-list.ts';

/** Every HTTP call: a route without a row here, or a row without a route, fails a test. */
export const calls: readonly Call[] = [
  configuration,
  accounts.loginFromToken,
  accounts.login,
  accounts.register,
  accounts.socialLogin,
  waitingList.addRegistrationInfo,
  accounts.logout,
  accounts.confirmEmail,
  accounts.confirmEmailWithPassword,
  accounts.resendEmail,
  accounts.resendEmailByGet,
  accounts.acceptedGuidance,
  accounts.rejectedGuidance,
  accounts.acceptTerms,
  accounts.hidePositionGuideline,
  accounts.hidePositionGuidelineByGet,
  settings.startRecoverPassword,
  settings.validateRecoveryHash,
  settings.resetPassword,
  settings.changePassword,
  settings.changeName,
  settings.changeEmail,
  settings.refuseEmailChange,
  settings.unlinkFacebook,
  settings.chooseLanguage,
  settings.chooseDirectInCircle,
  settings.joinEmailingList,
  settings.leaveEmailingList,
  settings.unsubscribe,
  settings.listSessions,
  settings.endSession,
  settings.logoutEverywhere,
  settings.exportData,
  settings.requestDeletionCode,
  settings.deleteAccount,
  invitations.invite,
  invitations.checkInvitation,
  feedback.addFeedback,
  presence.presenceCount,
  presence.realtimeAuth,
  encounters.thanks,
  encounters.recentEncounters,
  encounters.iceServers,
  encounters.testIceServers,
  encounters.cameraFailure,
  circle.addToMyCircle,
  circle.removeFromMyCircle,
  circle.checkPartnerCircle,
  circle.listFriends,
  circle.removeFriend,
  circle.noteFriend,
  circle.keepAdd,
  circle.claimAdd,
  circle.answerGuest,
  reports.userReport,
  reports.blockPartner,
  standing.ownStanding,
  standing.appeal,
  standing.ownReports,
  cases.caseQueue,
  cases.claimCase,
  cases.releaseCase,
  cases.caseDetails,
  cases.decideCase,
  cases.decideAppeal,
  cases.noteCase,
  cases.previewStatement,
  cases.reinstate,
  notices.sendNotice,
  notices.transparency,
  administration.waitingList,
  administration.claimWaiting,
  administration.decideWaiting,
  administration.searchPeople,
  administration.grantRole,
  administration.resetSecondFactor,
  administration.feedbackInbox,
  administration.setPause,
  administration.auditLog,
  administration.encounterHealth,
  secondFactor.secondFactorState,
  secondFactor.beginSecondFactor,
  secondFactor.confirmSecondFactor,
  secondFactor.proveSecondFactor,
  secondFactor.renewRecoveryCodes,
  secondFactor.listPasskeys,
  secondFactor.beginPasskey,
  secondFactor.addPasskey,
  secondFactor.removePasskey,
  secondFactor.askPasskey,
  secondFactor.provePasskey,
  catalogue.listExperiences,
  catalogue.getFacilitator,
  catalogue.selectedExperienceData,
  experiences.createInvitation,
  experiences.askFriend,
  experiences.cancelInvitation,
  experiences.retrieveInvitation,
  experiences.storeInvitationSession,
  visits.noteVisit,
];

/** Every event that a client may emit; all others are dropped and counted. */
export const emissions: readonly Emission[] = [
  presence.presence,
  presence.time,
  matchmaking.connectClick,
  matchmaking.cancelClick,
  encounters.joinRoom,
  encounters.sendToRoom,
  encounters.leaveRoom,
  encounters.reportMedia,
  encounters.thanksClick,
  encounters.updateSessionData,
];
