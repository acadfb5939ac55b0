import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog.tsx';
import { ApplyForm } from './apply-form.tsx';
import type { AuthStep, Outcome } from './auth-steps.ts';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SocialForm } from './social-form.tsx';

// They are small, and the dialog is loaded by itself: it does not open without its form.
const forms = { signin: SignInForm, register: RegisterForm, social: SocialForm, apply: ApplyForm } satisfies Record<
  AuthStep,
  unknown
>;

interface AuthDialogProps {
  readonly step: AuthStep;
  readonly onClose: () => void;
  readonly onDone: (outcome?: Outcome) => void;
}

/** One step of signing in, in a dialog over any page. */
export function AuthDialog({ step, onClose, onDone }: AuthDialogProps) {
  const { t } = useTranslation('accounts');
  const Form = forms[step];
  return (
    <Dialog title={t(`${step}.title`)} closeLabel={t('close')} onClose={onClose}>
      <Form onDone={onDone} />
    </Dialog>
  );
}
