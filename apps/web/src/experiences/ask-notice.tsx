import { useTranslation } from 'react-i18next';
import { endSearch } from '../encounters/end-search.ts';
import { useNow } from '../encounters/parts/use-now.ts';
import type { ScreenProps } from '../encounters/use-encounter.ts';
import { useObservable } from '../platform/observable.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { asks, dismissAsk } from './asks.ts';
import { invitedBy } from './invitation.ts';

/** In the lobby: a friend asks for a minute. It can be declined without sending a reply. */
export function AskNotice({ actor }: ScreenProps) {
  const { t } = useTranslation('experiences');
  const now = useNow(1_000);
  const ask = useObservable(asks).find(({ until }) => now < until);
  if (!ask) return null;
  const { id, code, firstName } = ask;
  const accept = () => {
    // If a partner has just been found, the request is kept for afterwards.
    if (!endSearch(actor)) return;
    dismissAsk(id);
    invitedBy.set(firstName);
    actor.send({ type: 'connect pressed', poolType: 'personalInvite', noRepeat: false, invitation: { code, own: false } });
  };
  return (
    <Notice
      actions={
        <>
          <Button look="primary" onClick={accept}>
            {t('ask.accept')}
          </Button>
          <Button look="quiet" onClick={() => dismissAsk(id)}>
            {t('ask.decline')}
          </Button>
        </>
      }
    >
      {t('ask.text', { name: firstName })}
    </Notice>
  );
}
