import { isMatch } from '@unspoken/encounter/model';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
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

/** Add, or remove again. A guest is asked to sign in: a circle belongs to an account. */
export function CircleButton({ actor }: ScreenProps) {
  const { t } = useTranslation('circle');
  const circle = useContext(actor, (context) => context.circle);
  const guest = useContext(actor, ({ person }) => person.guest);
  if (guest) return <Button onClick={() => void signOut('/?auth=signin')}>{t('afterwards.add')}</Button>;
  if (circle.addedByMe)
    return (
      <Button look="quiet" disabled={circle.pending} onClick={() => actor.send({ type: 'remove from circle pressed' })}>
        {t('afterwards.remove')}
      </Button>
    );
  return (
    <Button
      disabled={!circle.known || circle.pending || circle.otherIsGuest}
      onClick={() => actor.send({ type: 'add to circle pressed' })}
    >
      {t(circle.pending ? 'afterwards.pending' : 'afterwards.add')}
    </Button>
  );
}
