import type { Call } from '@unspoken/contract/call';
import { askToWelcome, type OwnWelcoming, ownWelcoming, withdrawWelcome } from '@unspoken/contract/welcoming';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { Button } from '../ui/button.tsx';
import styles from './profile.module.css';

/** A member with enough completed minutes asks here to welcome newcomers, reads what was decided, and stops. */
export default function Welcoming() {
  const { t } = useTranslation('settings');
  const { answer, failure, setFailure, load } = useLoaded(ownWelcoming);
  const heading = useRef<HTMLHeadingElement>(null);
  const change = async (what: Call) => {
    setFailure(undefined);
    try {
      await call(what);
    } catch (error) {
      setFailure(error);
      return;
    }
    await load();
    // The button that was pressed is gone.
    heading.current?.focus();
  };
  if (answer && answer.missingMinutes > 0) return null;
  return (
    <section className={styles.card}>
      <h2 ref={heading} tabIndex={-1}>
        {t('welcoming.title')}
      </h2>
      <p>{t('welcoming.text')}</p>
      <FormAlert failure={failure} invalid={false} />
      <div role="status">{answer && <State {...answer} />}</div>
      {answer && <Choice {...answer} onChoice={(what) => void change(what)} />}
    </section>
  );
}

/** What became of the request. */
function State({ isEligible, request }: OwnWelcoming) {
  const { t, i18n } = useTranslation('settings');
  return (
    <>
      {request && request.state !== 'withdrawn' && (
        <p className={styles.decided}>
          {t(`welcoming.states.${request.state}`, {
            when: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(request.since),
            reason: request.reason,
          })}
        </p>
      )}
      {!isEligible && (
        <p className={styles.note}>
          {t('welcoming.notNow')} <Link to="/account/standing">{t('profile.standing')}</Link>
        </p>
      )}
    </>
  );
}

function Choice({ isEligible, request, onChoice }: OwnWelcoming & { readonly onChoice: (what: Call) => void }) {
  const { t } = useTranslation('settings');
  if (request?.state === 'asked' || request?.state === 'approved')
    return (
      <p>
        <Button onClick={() => onChoice(withdrawWelcome)}>
          {t(request.state === 'asked' ? 'welcoming.withdraw' : 'welcoming.stop')}
        </Button>
      </p>
    );
  if (!isEligible) return null;
  const isAgain = request?.state === 'declined' || request?.state === 'ended';
  return (
    <p>
      <Button onClick={() => onChoice(askToWelcome)}>{t(isAgain ? 'welcoming.again' : 'welcoming.ask')}</Button>
    </p>
  );
}
