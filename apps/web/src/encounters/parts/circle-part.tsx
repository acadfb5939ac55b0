import { isMatch } from '@unspoken/encounter/model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepGuestAdd } from '../../circle/guest-claim.ts';
import { signOut } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../screens/screens.module.css';
import { type ScreenProps, useContext } from '../use-encounter.ts';

/** The state of the two users' circle in words; a mutual add is announced at once on both screens. */
export function CircleState({ actor }: ScreenProps) {
  const { t } = useTranslation('circle');
  const circle = useContext(actor, (context) => context.circle);
  const status = isMatch(circle)
    ? t('afterwards.match')
    : circle.addedByMe
      ? t('afterwards.added')
      : circle.addedByOther
        ? t('afterwards.addedByOther')
        : circle.otherIsGuest
          ? t('afterwards.guest')
          : undefined;
  return (
    <>
      {status && <p>{status}</p>}
      {circle.failed && <p>{t('afterwards.failed')}</p>}
    </>
  );
}

/** Add, or remove again. A circle belongs to an account: what a guest wishes waits until they have one. */
export function CircleButton({ actor }: ScreenProps) {
  const { t } = useTranslation('circle');
  const circle = useContext(actor, (context) => context.circle);
  const guest = useContext(actor, ({ person }) => person.guest);
  if (guest) return <GuestsAdd actor={actor} />;
  // One element for both, so that the focus stays at it.
  return (
    <Button
      look={circle.addedByMe ? 'quiet' : 'plain'}
      disabled={!circle.known || circle.otherIsGuest}
      busy={circle.pending}
      onClick={() => actor.send({ type: circle.addedByMe ? 'remove from circle pressed' : 'add to circle pressed' })}
    >
      {t(circle.addedByMe ? 'afterwards.remove' : circle.pending ? 'afterwards.pending' : 'afterwards.add')}
    </Button>
  );
}

/** A guest’s add waits for their account; then the host may answer. */
function GuestsAdd({ actor }: ScreenProps) {
  const { t } = useTranslation('circle');
  const room = useContext(actor, (context) => context.room);
  const [state, setState] = useState<'idle' | 'keeping' | 'failed'>('idle');
  const keep = () => {
    if (!room) return;
    setState('keeping');
    keepGuestAdd(room).then(
      () => signOut('/?auth=register'),
      () => setState('failed'),
    );
  };
  return (
    <div className={styles.words}>
      <p>{t('guest.offer')}</p>
      {state === 'failed' && <p role="alert">{t('afterwards.failed')}</p>}
      <Button busy={state === 'keeping'} onClick={keep}>
        {t('guest.register')}
      </Button>
    </div>
  );
}
