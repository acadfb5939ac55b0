import { isDuty } from '@unspoken/contract/access';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import styles from '../forms/form.module.css';
import { later } from '../platform/later.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';

/** Loaded only for users who have a duty. */
const FactorGate = later(() => import('../console/factor-gate.tsx'), 'seldom');

const useDuty = (): boolean => {
  const { user } = useSession();
  return user !== undefined && isDuty(user.role);
};

interface DutyGateProps {
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Guards a form with which the account could be taken over: a user with a duty proves the second factor first. */
export function DutyGate({ onCancel, children }: DutyGateProps) {
  if (!useDuty()) return children;
  const frame = (content: ReactNode) => (
    <>
      {content}
      <Cancel onCancel={onCancel} />
    </>
  );
  return (
    <Suspense fallback={null}>
      <FactorGate heading="h3" frame={frame}>
        {children}
      </FactorGate>
    </Suspense>
  );
}

/** The same for a page of its own, which can be left for the profile. */
export function DutyGatePage({ children }: Pick<DutyGateProps, 'children'>) {
  const navigate = useNavigate();
  if (!useDuty()) return children;
  const frame = (content: ReactNode) => (
    <main className={styles.formPage}>
      {content}
      <Cancel onCancel={() => navigate('/account/profile')} />
    </main>
  );
  return (
    <Suspense fallback={null}>
      <FactorGate frame={frame}>{children}</FactorGate>
    </Suspense>
  );
}

function Cancel({ onCancel }: Pick<DutyGateProps, 'onCancel'>) {
  const { t } = useTranslation('settings');
  return (
    <p>
      <Button look="quiet" onClick={() => onCancel()}>
        {t('profile.cancel')}
      </Button>
    </p>
  );
}
