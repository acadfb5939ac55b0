import type { User } from '@unspoken/contract/accounts';
import type { ReactNode } from 'react';
import { signInStep } from '../session/destination.ts';
import { useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/link-button.tsx';
import styles from './membership.module.css';
import { useMoney } from './use-money.ts';

interface SignInToPayProps {
  /** Where the visitor comes back to. */
  readonly path: string;
  readonly text: string;
  readonly children: (member: User) => ReactNode;
}

/** Whether somebody has an account that is complete. */
export const isAdmitted = (user: User | undefined): boolean =>
  user !== undefined && !user.needsVerification && user.registeringStage === null && user.role !== 'experienceGuest';

/** A form for members; visitors are asked to sign in, and come back to it. */
export function SignInToPay({ path, text, children }: SignInToPayProps) {
  const { t } = useMoney();
  const { ready, user } = useSession();
  if (!ready) return null;
  if (user && isAdmitted(user)) return children(user);
  if (user) return <p>{t(user.needsVerification ? 'join.unconfirmed' : 'join.noAccount')}</p>;
  return (
    <>
      <p>{text}</p>
      <div className={styles.actions}>
        <LinkButton look="primary" to={signInStep('register', path)}>
          {t('join.register')}
        </LinkButton>
        <LinkButton to={signInStep('signin', path)}>{t('join.signInButton')}</LinkButton>
      </div>
    </>
  );
}
