import { cancelGathering, type HostedGathering } from '@unspoken/contract/gatherings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyLink } from '../experiences/copy-link.tsx';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Figures } from './figures.tsx';
import styles from './host.module.css';
import { HostForm } from './host-form.tsx';
import { isAhead, mayCancel, mayEdit, ownZone, shownState, wallTimeIn } from './hosting.ts';
import { spacePath } from './space-path.ts';
import { useDates } from './use-dates.ts';

interface HostedCardProps {
  readonly gathering: HostedGathering;
  readonly now: number;
  readonly onDone: (what: 'changed' | 'cancelled') => void;
}

/** One gathering of the host: how it stands, its link, and how it goes. */
export function HostedCard({ gathering, now, onDone }: HostedCardProps) {
  const { t } = useTranslation('hosting');
  const { name, state, reason } = gathering;
  const [isEditing, setEditing] = useState(false);
  const shown = shownState(gathering, now);
  return (
    <section className={styles.card}>
      <header className={styles.heading}>
        <h2>{name}</h2>
        <span className={styles.state} data-state={shown}>
          {t(`hosting.state.${shown}`)}
        </span>
      </header>
      <When gathering={gathering} now={now} />
      {reason && <p className={styles.words}>{t('hosting.reason', { reason })}</p>}
      <Pending gathering={gathering} />
      {isEditing ? (
        <HostForm
          gathering={gathering}
          onBack={() => setEditing(false)}
          onDone={() => {
            setEditing(false);
            onDone('changed');
          }}
        />
      ) : (
        <>
          {state === 'approved' && isAhead(gathering, now) && <ShareLink gathering={gathering} />}
          {state === 'approved' && <Figures gathering={gathering} now={now} />}
          <Actions {...{ gathering, now }} onEdit={() => setEditing(true)} onCancelled={() => onDone('cancelled')} />
        </>
      )}
    </section>
  );
}

/** In the host's own zone; and in the zone in which they have chosen the time, where that is another. */
function When({ gathering, now }: Pick<HostedCardProps, 'gathering' | 'now'>) {
  const { t, i18n } = useTranslation('hosting');
  const datesOf = useDates();
  const { zone, length, listed } = gathering;
  const chosen = { when: wallTimeIn(i18n.language, gathering), zone: zone.replaceAll('_', ' ') };
  return (
    <p>
      {datesOf(gathering, now)}
      <span className={styles.small}>
        {dotted(
          t('hosting.minutes', { count: length }),
          zone === ownZone() ? '' : t('hosting.local', chosen),
          listed ? '' : t('hosting.unlisted'),
        )}
      </span>
    </p>
  );
}

function Pending({ gathering: { pending } }: Pick<HostedCardProps, 'gathering'>) {
  const { t, i18n } = useTranslation('hosting');
  if (!pending) return null;
  const when = t('hosting.local', { when: wallTimeIn(i18n.language, pending), zone: pending.zone.replaceAll('_', ' ') });
  return <p className={styles.pending}>{t('hosting.pending', { name: pending.name, when })}</p>;
}

/** The way to the gathering for those who are to come. */
function ShareLink({ gathering: { gatheringID, groupID } }: Pick<HostedCardProps, 'gathering'>) {
  const { t } = useTranslation('hosting');
  const path = groupID === null ? `/gathering/${gatheringID}` : spacePath(groupID);
  return (
    <div className={styles.link}>
      <CopyLink url={location.origin + path} label={t(groupID === null ? 'hosting.publicLink' : 'hosting.link')} />
      {groupID !== null && <p className={styles.small}>{t('hosting.linkText')}</p>}
    </div>
  );
}

interface ActionsProps extends Pick<HostedCardProps, 'gathering' | 'now'> {
  readonly onEdit: () => void;
  readonly onCancelled: () => void;
}

function Actions({ gathering, now, onEdit, onCancelled }: ActionsProps) {
  const { t } = useTranslation('hosting');
  const { gatheringID, groupID, name, state } = gathering;
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const cancel = () => {
    setAsking(false);
    setFailure(undefined);
    call(cancelGathering, { body: { gatheringID } }).then(onCancelled, setFailure);
  };
  return (
    <>
      <FormAlert failure={failure} invalid={false} />
      <div className={styles.actions}>
        {state === 'approved' && groupID !== null && isAhead(gathering, now) && (
          <LinkButton to={spacePath(groupID)}>{t('hosting.open')}</LinkButton>
        )}
        {mayEdit(gathering, now) && <Button onClick={onEdit}>{t('hosting.edit')}</Button>}
        {mayCancel(gathering, now) && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            {t('hosting.cancel')}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('hosting.confirm.title', { name })}
          text={t('hosting.confirm.text')}
          yes={t('hosting.confirm.yes')}
          no={t('hosting.confirm.no')}
          closeLabel={t('hosting.confirm.no')}
          onYes={cancel}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}
