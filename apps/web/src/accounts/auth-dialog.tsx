import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog.tsx';
import type { AuthStep, Outcome } from './auth-steps.ts';

const forms = {
  signin: lazy(() => import('./sign-in-form.tsx')),
  register: lazy(() => import('./register-form.tsx')),
  social: lazy(() => import('./social-form.tsx')),
  apply: lazy(() => import('./apply-form.tsx')),
} satisfies Record<AuthStep, unknown>;

interface AuthDialogProps {
  readonly step: AuthStep;
  readonly onClose: () => void;
  readonly onDone: (outcome?: Outcome) => void;
}

/** One step of signing in, in a dialog over any page. */
export default function AuthDialog({ step, onClose, onDone }: AuthDialogProps) {
  const { t } = useTranslation('accounts');
  const Form = forms[step];
  return (
    <Dialog title={t(`${step}.title`)} closeLabel={t('close')} onClose={onClose}>
      <Suspense>
        <Form onDone={onDone} />
      </Suspense>
    </Dialog>
  );
}
