import { inviteToRehearsal } from '@unspoken/contract/studio';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { encounter } from '../encounters/current.ts';
import { openInvitation } from '../experiences/invitation.ts';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import type { OwnExperience } from './own-experience.ts';
import styles from './studio.module.css';
import { useAct } from './use-act.ts';

interface InviteColleagueProps {
  readonly experience: Pick<OwnExperience, 'type' | 'name'>;
  readonly keeper: DraftKeeper;
}

/** Rehearses with another person: the link is shown in the lobby, where the author waits for them. */
export function InviteColleague({ experience: { type, name }, keeper }: InviteColleagueProps) {
  const { t } = useTranslation('studio');
  const navigate = useNavigate();
  const actor = useObservable(encounter);
  const { isBusy, failure, act } = useAct();
  const invite = () =>
    act(async () => {
      if (!actor) return;
      await keeper.flush();
      const make = () => call(inviteToRehearsal, { body: { type, revision: keeper.revision } });
      await openInvitation(actor, make, { membersOnly: true, isRehearsal: true, experience: { type, name } });
      await navigate('/');
    });
  return (
    <div className={styles.submission}>
      <FormAlert failure={failure} invalid={false} />
      <p>
        <Button busy={isBusy} disabled={!actor} onClick={() => void invite()}>
          {t('rehearse.together')}
        </Button>
      </p>
      <p className={styles.note}>{t('rehearse.togetherText')}</p>
    </div>
  );
}
