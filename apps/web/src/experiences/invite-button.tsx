import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../encounters/use-encounter.ts';
import styles from '../forms/form.module.css';
import { avoidRepeat } from '../lobby/avoid-repeat.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { createOwnInvitation, isInviting } from './invitation.ts';

/** Asks who may use the link, creates a personal invitation, and waits by it. */
export function InviteButton({ actor, disabled }: ScreenProps & { readonly disabled: boolean }) {
  const { t } = useTranslation('experiences');
  const isOpen = useObservable(isInviting);
  useEffect(() => () => isInviting.set(false), []);
  return (
    <>
      <Button look="quiet" disabled={disabled} onClick={() => isInviting.set(true)}>
        {t('invite')}
      </Button>
      {isOpen && <InviteDialog actor={actor} onClose={() => isInviting.set(false)} />}
    </>
  );
}

function InviteDialog({ actor, onClose }: ScreenProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('experiences');
  const [membersOnly, setMembersOnly] = useState(false);
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle');
  const invite = () => {
    setState('making');
    createOwnInvitation(actor, avoidRepeat.get().oneminute ?? false, membersOnly).then(onClose, () => setState('failed'));
  };
  return (
    <Dialog title={t('invite')} closeLabel={t('close')} onClose={onClose}>
      <p>{t('inviting.text')}</p>
      <Checkbox checked={membersOnly} onChange={(event) => setMembersOnly(event.target.checked)}>
        {t('inviting.membersOnly')}
      </Checkbox>
      {state === 'failed' && <Notice kind="problem">{t('inviteFailed')}</Notice>}
      <div className={styles.actions}>
        <Button look="primary" data-first disabled={state === 'making'} onClick={invite}>
          {t('inviting.make')}
        </Button>
      </div>
    </Dialog>
  );
}
