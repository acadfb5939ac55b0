import { gatheringLimits, hostedGatherings } from '@unspoken/contract/gatherings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './host.module.css';
import { HostForm } from './host-form.tsx';
import { HostedCard } from './hosted-card.tsx';
import { inOrder } from './hosting.ts';
import { useServerTime } from './server-time.ts';

const none: readonly never[] = [];

/** /host: the gatherings that the user has proposed, and the form to propose one. */
export default function HostPage() {
  const { t } = useTranslation('hosting');
  const { t: common } = useTranslation();
  const { answer, failure, load } = useLoaded(hostedGatherings);
  const [isProposing, setProposing] = useState(false);
  const [done, setDone] = useState<'sent' | 'changed' | 'cancelled'>();
  const gatherings = answer?.gatherings ?? none;
  const now = useServerTime(gatherings);
  useTitle(t('hosting.title'));
  const finish = (what: 'sent' | 'changed' | 'cancelled') => {
    setProposing(false);
    setDone(what);
    void load();
  };
  return (
    <main className={styles.page}>
      <h1>{t('hosting.title')}</h1>
      <p className={styles.soft}>{t('hosting.text')}</p>
      {done && <Notice close={{ label: common('close'), onClick: () => setDone(undefined) }}>{t(`hosting.${done}`)}</Notice>}
      <FormAlert failure={failure} invalid={false} />
      {!answer && failure === undefined && <p role="status">{t('hosting.loading')}</p>}
      {answer && (
        <>
          {isProposing ? (
            <HostForm onDone={() => finish('sent')} onBack={() => setProposing(false)} />
          ) : (
            <Propose mayPropose={answer.mayPropose} onPropose={() => setProposing(true)} />
          )}
          {gatherings.length === 0 && !isProposing && <p className={styles.soft}>{t('hosting.none')}</p>}
          {now !== undefined &&
            inOrder(gatherings, now).map((gathering) => (
              <HostedCard key={gathering.gatheringID} gathering={gathering} now={now} onDone={finish} />
            ))}
        </>
      )}
    </main>
  );
}

interface ProposeProps {
  readonly mayPropose: boolean;
  readonly onPropose: () => void;
}

/** The way to the form; or what is missing for it, said beforehand. */
function Propose({ mayPropose, onPropose }: ProposeProps) {
  const { t } = useTranslation('hosting');
  const { t: spaceText } = useTranslation('groupspace');
  const { t: problem } = useTranslation('errors');
  const { user } = useSession();
  const minutes = user?.completedMinutes ?? 0;
  const soFar = t('hosting.soFar', { count: minutes });
  if (mayPropose)
    return (
      <div>
        <Button look="primary" onClick={onPropose}>
          {t('hosting.propose')}
        </Button>
      </div>
    );
  return (
    <div className={styles.card}>
      <p>{minutes < gatheringLimits.minutesToPropose ? `${problem('minutes_needed')} ${soFar}` : problem('account_held')}</p>
      <div>
        <LinkButton to="/">{spaceText('lobby')}</LinkButton>
      </div>
    </div>
  );
}
