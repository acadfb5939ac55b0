import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../platform/announcements.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { forgetClaim, guestClaim, redeemClaim } from './guest-claim.ts';

/** In the lobby of somebody who was a guest in this browser: it is for them to say that the wish is theirs. */
export function GuestClaimNotice() {
  const { t } = useTranslation('circle');
  const claim = useObservable(guestClaim);
  const [failed, setFailed] = useState(false);
  if (claim === undefined) return null;
  const redeem = () =>
    redeemClaim(claim).then(
      () => announce('guestAdded'),
      () => setFailed(true),
    );
  return (
    <Notice
      kind={failed ? 'problem' : 'calm'}
      actions={
        <>
          <Button look="primary" onClick={() => void redeem()}>
            {t('guest.askHost')}
          </Button>
          <Button look="quiet" onClick={forgetClaim}>
            {t('guest.leave')}
          </Button>
        </>
      }
    >
      {t(failed ? 'afterwards.failed' : 'guest.wish')}
    </Notice>
  );
}
