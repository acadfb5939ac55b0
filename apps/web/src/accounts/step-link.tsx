import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { destinationOf, signInStep } from '../session/destination.ts';
import type { AuthStep } from './auth-steps.ts';

/** Leads to another step of the dialog, and keeps the destination. */
export function StepLink({ step, children }: { readonly step: AuthStep; readonly children: ReactNode }) {
  const [search] = useSearchParams();
  return <Link to={signInStep(step, destinationOf(search))}>{children}</Link>;
}
