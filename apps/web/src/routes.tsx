import { lazy } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { ConfirmEmail } from './accounts/confirm-email.tsx';
import { Failed } from './failed.tsx';
import { Frame } from './frame.tsx';
import { Lobby } from './lobby/lobby.tsx';
import { PolicyPage } from './pages/policy-page.tsx';
import { Guarded } from './session/guarded.tsx';

const EncounterPage = lazy(() => import('./encounters/encounter-page.tsx'));
const CameraFailure = lazy(() => import('./pages/camera-failure.tsx'));

/** Every page there is. An unknown one leads home. */
export const createRoutes = () =>
  createBrowserRouter([
    {
      element: <Frame />,
      // A part of the page that could not be loaded, or failed.
      errorElement: <Failed />,
      children: [
        { path: '/', element: <Lobby /> },
        { path: '/confirmemail/:hash', element: <ConfirmEmail /> },
        { path: '/terms', element: <PolicyPage policy="terms" /> },
        { path: '/privacy', element: <PolicyPage policy="privacy" /> },
        { path: '/camerafailure', element: <CameraFailure /> },
        { path: '/experience', element: <Guarded page={<EncounterPage />} /> },
        { path: '*', element: <Navigate to="/" replace /> },
      ],
    },
  ]);
