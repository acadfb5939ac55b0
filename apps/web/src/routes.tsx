import { lazy, Suspense } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { Failed } from './failed.tsx';
import { Frame } from './frame.tsx';
import { Lobby } from './lobby/lobby.tsx';
import { later } from './platform/later.ts';

const Guarded = later(() => import('./session/guarded.tsx'));
const ConfirmEmail = later(() => import('./accounts/confirm-email.tsx'));
const EncounterPage = later(() => import('./encounters/encounter-page.tsx'));
const TextPage = lazy(() => import('./pages/text-page.tsx'));
const HowToUsePage = lazy(() => import('./pages/how-to-use-page.tsx'));
const AboutPage = lazy(() => import('./pages/about-page.tsx'));
const PrivacyChoices = lazy(() => import('./pages/privacy-choices.tsx'));
const CameraFailure = later(() => import('./pages/camera-failure.tsx'), 'seldom');

const ResentPage = later(() => import('./accounts/resent-page.tsx'));
const ResendPage = later(() => import('./accounts/resend-page.tsx'));
const RecoverPage = later(() => import('./accounts/recover-page.tsx'));
const ResetPage = later(() => import('./accounts/reset-page.tsx'));
const MailedChoicePage = later(() => import('./accounts/mailed-choice-page.tsx'), 'seldom');
const ProfilePage = later(() => import('./profile/profile-page.tsx'), 'seldom');
const NotificationsPage = later(() => import('./notifications/notifications-page.tsx'));
const ChangePasswordPage = later(() => import('./profile/change-password-page.tsx'), 'seldom');
const DeleteAccountPage = later(() => import('./profile/delete-account-page.tsx'), 'seldom');
const FeedbackPage = later(() => import('./feedback/feedback-page.tsx'), 'seldom');
const CirclePage = later(() => import('./circle/circle-page.tsx'));
const EncountersPage = later(() => import('./moderation/encounters-page.tsx'), 'seldom');
const StandingPage = later(() => import('./moderation/standing-page.tsx'), 'seldom');
const ProblemPage = later(() => import('./moderation/problem-page.tsx'), 'seldom');
const TransparencyPage = later(() => import('./moderation/transparency-page.tsx'), 'seldom');
const DutyPage = later(() => import('./duty-pages.tsx'), 'seldom');
const InvitedPage = later(() => import('./experiences/invited-page.tsx'));
const GroupSpacePage = later(() => import('./gatherings/group-space-page.tsx'));
const HostPage = later(() => import('./gatherings/host-page.tsx'), 'seldom');
const MembershipPage = later(() => import('./membership/membership-page.tsx'), 'seldom');
const DonatePage = later(() => import('./membership/donate-page.tsx'), 'seldom');
const PaymentPage = later(() => import('./membership/payment-page.tsx'), 'seldom');
const AccountMembershipPage = later(() => import('./membership/account-membership-page.tsx'), 'seldom');
const ReceiptPage = later(() => import('./membership/receipt-page.tsx'), 'seldom');
const DeclarationPage = later(() => import('./membership/declaration-page.tsx'), 'seldom');
const RedeemPage = later(() => import('./membership/redeem-page.tsx'), 'seldom');
const PublicMoneyPage = later(() => import('./membership/money-page.tsx'), 'seldom');
const FacilitatorPage = later(() => import('./experiences/facilitator-page.tsx'));
const BetaPage = later(() => import('./experiences/beta-page.tsx'));
const GatheringsPage = later(() => import('./gatherings/gatherings-page.tsx'));
const GatheringPage = later(() => import('./gatherings/gathering-page.tsx'));
const SurveyPage = later(() => import('./gatherings/survey-page.tsx'));
const MirrorPage = later(() => import('./mirror/mirror-page.tsx'));
const ConnectionTest = later(() => import('./testing/connection-test.tsx'), 'seldom');
const Gallery = later(() => import('./testing/gallery.tsx'));
const InvitationPage = later(() => import('./invitations/invitation-page.tsx'));

/** The pages that are only text. */
const texts = ['faq', 'communityguidelines', 'terms', 'privacy', 'accessibility', 'helplines', 'imprint'] as const;

/** Every page. An unknown path leads home. */
export const routes: RouteObject[] = [
  {
    element: <Frame />,
    // A part of the page that could not be loaded, or failed.
    errorElement: <Failed />,
    children: [
      {
        // A page that fails leaves the navigation to all others intact.
        errorElement: <Failed />,
        children: [
          { path: '/', element: <Lobby /> },
          { path: '/confirmemail/:hash', element: <ConfirmEmail /> },
          { path: '/confirmemail', element: <ResentPage /> },
          { path: '/resendemail', element: <ResendPage /> },
          { path: '/requestrecoverpassword', element: <RecoverPage /> },
          { path: '/resetpassword/:hash', element: <ResetPage /> },
          { path: '/refusechange/*', element: <MailedChoicePage /> },
          { path: '/unsubscribe/*', element: <MailedChoicePage /> },
          { path: '/joinlist/*', element: <MailedChoicePage /> },
          { path: '/account/profile', element: <Guarded page={<ProfilePage />} /> },
          { path: '/account/notifications', element: <Guarded page={<NotificationsPage />} /> },
          { path: '/account/changepassword', element: <Guarded page={<ChangePasswordPage />} /> },
          { path: '/account/circle', element: <Guarded page={<CirclePage />} /> },
          { path: '/account/encounters', element: <Guarded page={<EncountersPage />} /> },
          { path: '/account/receipt/:number', element: <Guarded page={<ReceiptPage />} /> },
          { path: '/account/membership', element: <Guarded page={<AccountMembershipPage />} /> },
          { path: '/account/standing', element: <Guarded page={<StandingPage />} /> },
          { path: '/feedback', element: <Guarded page={<FeedbackPage />} /> },
          { path: '/invitation', element: <Guarded page={<InvitationPage />} /> },
          { path: '/groupspace/:groupID', element: <Guarded page={<GroupSpacePage />} /> },
          { path: '/host', element: <Guarded page={<HostPage />} /> },
          { path: '/betaexperiences', element: <Guarded page={<BetaPage />} /> },
          { path: '/account/deleteaccount', element: <Guarded unfinished page={<DeleteAccountPage />} /> },
          { path: '/admin/:part?', element: <Guarded page={<DutyPage name="console" />} /> },
          { path: '/studio/:part?/:type?', element: <Guarded page={<DutyPage name="studio" />} /> },
          { path: '/report-a-problem', element: <ProblemPage /> },
          { path: '/transparency/money', element: <PublicMoneyPage /> },
          { path: '/transparency', element: <TransparencyPage /> },
          { path: '/about', element: <AboutPage /> },
          { path: '/howtouse', element: <HowToUsePage /> },
          ...texts.map((name) => ({ path: `/${name}`, element: <TextPage name={name} /> })),
          { path: '/privacychoices', element: <PrivacyChoices /> },
          { path: '/camerafailure', element: <CameraFailure /> },
          { path: '/xp-i/:code', element: <InvitedPage /> },
          { path: '/facilitator/:name', element: <FacilitatorPage /> },
          { path: '/gatherings', element: <GatheringsPage /> },
          { path: '/gathering/:gatheringID', element: <GatheringPage /> },
          { path: '/survey/:surveyNum/:response?', element: <SurveyPage /> },
          { path: '/cancelcontract', element: <DeclarationPage key="cancellation" kind="cancellation" /> },
          { path: '/withdrawcontract', element: <DeclarationPage key="withdrawal" kind="withdrawal" /> },
          { path: '/undocancellation/:token', element: <RedeemPage key="undo" act="undo" /> },
          { path: '/confirmcancellation/:token', element: <RedeemPage key="cancellation" act="cancellation" /> },
          { path: '/confirmwithdrawal/:token', element: <RedeemPage key="withdrawal" act="withdrawal" /> },
          { path: '/membership', element: <MembershipPage /> },
          { path: '/donate', element: <DonatePage /> },
          { path: '/payment/:paymentRecordId', element: <PaymentPage /> },
          { path: '/mirror', element: <MirrorPage /> },
          { path: '/testing/testrtc', element: <ConnectionTest /> },
          { path: '/experience', element: <Guarded destination={false} page={<EncounterPage />} /> },
          { path: '*', element: <Navigate to="/" replace /> },
        ],
      },
    ],
  },
  {
    // Without the frame: the gallery's stored picture shows the components, whatever surrounds other pages.
    path: '/testing/gallery',
    errorElement: <Failed />,
    element: (
      <Suspense fallback={<main />}>
        <Gallery />
      </Suspense>
    ),
  },
];
