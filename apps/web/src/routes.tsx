import { lazy } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { ConfirmEmail } from './accounts/confirm-email.tsx';
import { Failed } from './failed.tsx';
import { Frame } from './frame.tsx';
import { Lobby } from './lobby/lobby.tsx';
import { HowToUsePage, TextPage } from './pages/text-page.tsx';
import { Guarded } from './session/guarded.tsx';

const EncounterPage = lazy(() => import('./encounters/encounter-page.tsx'));
const CameraFailure = lazy(() => import('./pages/camera-failure.tsx'));

/** Every page there is. An unknown one leads home. */
const ResentPage = lazy(() => import('./accounts/resent-page.tsx'));
const ResendPage = lazy(() => import('./accounts/resend-page.tsx'));
const RecoverPage = lazy(() => import('./accounts/recover-page.tsx'));
const ResetPage = lazy(() => import('./accounts/reset-page.tsx'));
const UnsubscribePage = lazy(() => import('./accounts/unsubscribe-page.tsx'));
const ProfilePage = lazy(() => import('./profile/profile-page.tsx'));
const ChangePasswordPage = lazy(() => import('./profile/change-password-page.tsx'));
const DeleteAccountPage = lazy(() => import('./profile/delete-account-page.tsx'));
const FeedbackPage = lazy(() => import('./feedback/feedback-page.tsx'));
const CirclePage = lazy(() => import('./circle/circle-page.tsx'));
const EncountersPage = lazy(() => import('./moderation/encounters-page.tsx'));
const InvitedPage = lazy(() => import('./experiences/invited-page.tsx'));
const ConnectionTest = lazy(() => import('./testing/connection-test.tsx'));
const InvitationPage = lazy(() => import('./invitations/invitation-page.tsx'));

export const createRoutes = () =>
  createBrowserRouter([
    {
      element: <Frame />,
      // A part of the page that could not be loaded, or failed.
      errorElement: <Failed />,
      children: [
        { path: '/', element: <Lobby /> },
        { path: '/confirmemail/:hash', element: <ConfirmEmail /> },
        { path: '/confirmemail', element: <ResentPage /> },
        { path: '/resendemail', element: <ResendPage /> },
        { path: '/requestrecoverpassword', element: <RecoverPage /> },
        { path: '/resetpassword/:hash', element: <ResetPage /> },
        { path: '/unsubscribe/:token', element: <UnsubscribePage /> },
        { path: '/account/profile', element: <Guarded page={<ProfilePage />} /> },
        { path: '/account/changepassword', element: <Guarded page={<ChangePasswordPage />} /> },
        { path: '/account/deleteaccount', element: <Guarded unfinished page={<DeleteAccountPage />} /> },
        { path: '/account/circle', element: <Guarded page={<CirclePage />} /> },
        { path: '/account/encounters', element: <Guarded page={<EncountersPage />} /> },
        { path: '/feedback', element: <Guarded page={<FeedbackPage />} /> },
        { path: '/invitation', element: <Guarded page={<InvitationPage />} /> },
        { path: '/about', element: <TextPage name="about" /> },
        { path: '/howtouse', element: <HowToUsePage /> },
        { path: '/faq', element: <TextPage name="faq" /> },
        { path: '/communityguidelines', element: <TextPage name="communityguidelines" /> },
        { path: '/terms', element: <TextPage name="terms" /> },
        { path: '/privacy', element: <TextPage name="privacy" /> },
        { path: '/accessibility', element: <TextPage name="accessibility" /> },
        { path: '/imprint', element: <TextPage name="imprint" /> },
        { path: '/camerafailure', element: <CameraFailure /> },
        { path: '/xp-i/:code', element: <InvitedPage /> },
        { path: '/testing/testrtc', element: <ConnectionTest /> },
        { path: '/experience', element: <Guarded page={<EncounterPage />} /> },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ]);
