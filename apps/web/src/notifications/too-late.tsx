import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../encounters/parts/use-now.ts';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';

/** How long a pairing with the one who waited takes at most, as the user sees it, ms. */
const pairedWithin = 2_000;

/** To somebody who has answered a call and waits: whoever waited for them is gone. Shows something else to everybody else. */
export function TooLate({ actor, otherwise }: ScreenProps & { readonly otherwise: ReactNode }) {
  const { t } = useTranslation('notifications');
  const hasAnswered = useContext(actor, ({ ringID }) => ringID !== undefined);
  const since = useContext(actor, ({ searchingSince }) => searchingSince);
  const isLate = useNow(1_000) - since > pairedWithin;
  return hasAnswered && isLate ? <p role="status">{t('ring.late')}</p> : otherwise;
}
