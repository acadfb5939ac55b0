import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../encounters/parts/use-now.ts';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';

/** How long a pairing with the person who waited takes at most, as the user sees it, ms. */
const pairedWithin = 2_000;

interface TooLateProps extends ScreenProps {
  readonly otherwise: ReactNode;
}

/** Says to a user who has answered a call that the person who waited is gone. Shows something else to everybody else. */
export function TooLate({ actor, otherwise }: TooLateProps) {
  const hasAnswered = useContext(actor, ({ ringID }) => ringID !== undefined);
  return hasAnswered ? <Late actor={actor} otherwise={otherwise} /> : otherwise;
}

function Late({ actor, otherwise }: TooLateProps) {
  const { t } = useTranslation('notifications');
  const since = useContext(actor, ({ searchingSince }) => searchingSince);
  const isLate = useNow(1_000) - since > pairedWithin;
  return isLate ? <p role="status">{t('ring.late')}</p> : otherwise;
}
