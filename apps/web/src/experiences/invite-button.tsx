import { minuteType } from '@unspoken/contract/matchmaking';
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
import { chosenExperience } from './chosen.ts';
import { createOwnInvitation, inviteTo, isInviting } from './invitation.ts';

/** Invites to the minute. Its dialog also serves invitations to an experience, wherever these begin. */
export function InviteButton({ actor, disabled }: ScreenProps & { readonly disabled: boolean }) {
  const { t } = useTranslation('experiences');
  const isOpen = useObservable(isInviting);
  useEffect(() => () => isInviting.set(false), []);
  return (
    <>
      <Button look="quiet" disabled={disabled} onClick={() => inviteTo(undefined)}>
        {t('invite')}
      </Button>
      {isOpen && <InviteDialog actor={actor} onClose={() => isInviting.set(false)} />}
    </>
  );
}

/** Asks who may use the link, creates a personal invitation, and waits by it. */
function InviteDialog({ actor, onClose }: ScreenProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('experiences');
  const [membersOnly, setMembersOnly] = useState(false);
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle');
  const experience = useObservable(chosenExperience);
  const invite = () => {
    setState('making');
    const noRepeat = avoidRepeat.get()[experience?.type ?? minuteType] ?? false;
    createOwnInvitation(actor, { noRepeat, membersOnly, experience }).then(onClose, () => setState('failed'));
  };
  return (
    <Dialog
      title={experience ? `${t('card.invite')}: ${experience.name}` : t('invite')}
      closeLabel={t('close')}
      onClose={onClose}
    >
      <p>{t(experience ? 'inviting.experience' : 'inviting.text')}</p>
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
