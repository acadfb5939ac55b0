import { lazy } from 'react';

const pages = {
  console: lazy(() => import('./console/console-page.tsx')),
  studio: lazy(() => import('./studio/studio.tsx')),
};

/** The pages of people with a duty. One part of the application, because every visitor loads the names of all parts. */
export default function DutyPage({ name }: { readonly name: keyof typeof pages }) {
  const Page = pages[name];
  return <Page />;
}
