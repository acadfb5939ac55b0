import { lazy } from 'react';
import { Navigate, useParams } from 'react-router';
import { FilesPage } from './files/files-page.tsx';
import { FilesProvider } from './files/use-files.tsx';
import StudioProfilePage from './profile-page.tsx';
import StudioPage from './studio-page.tsx';

const EditorPage = lazy(() => import('./editor-page.tsx'));
const RehearsePage = lazy(() => import('./rehearse-page.tsx'));

/** /studio and below. One part of the application, because every visitor loads the names of all parts. */
export default function Studio() {
  return (
    <FilesProvider>
      <Part />
    </FilesProvider>
  );
}

function Part() {
  const { part, type } = useParams();
  if (part === undefined) return <StudioPage />;
  if (part === 'files' && type === undefined) return <FilesPage />;
  if (part === 'profile' && type === undefined) return <StudioProfilePage />;
  if (part === 'experience' && type !== undefined) return <EditorPage />;
  if (part === 'rehearse' && type !== undefined) return <RehearsePage />;
  return <Navigate to="/studio" replace />;
}
