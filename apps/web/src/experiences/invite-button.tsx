import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../encounters/use-encounter.ts';
import { avoidRepeat } from '../lobby/avoid-repeat.ts';
import { Button } from '../ui/button.tsx';
import { inviteSomebody } from './invitation.ts';

/** Makes a personal invitation, and waits by it. */
export function InviteButton({ actor, disabled }: ScreenProps & { readonly disabled: boolean }) {
  const { t } = useTranslation('experiences');
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle');
  const invite = () => {
    setState('making');
    inviteSomebody(actor, avoidRepeat.get().oneminute ?? false).then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  return (
    <>
      <Button look="quiet" disabled={disabled || state === 'making'} onClick={invite}>
        {t('invite')}
      </Button>
      {state === 'failed' && <span role="alert">{t('inviteFailed')}</span>}
    </>
  );
}
