import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../encounters/parts/use-now.ts';
import { type ScreenProps, useContext, useTag } from '../encounters/use-encounter.ts';

/** How long a pairing with the person who waited takes at most, as the user sees it, ms. */
const pairedWithin = 2_000;

interface TooLateProps extends ScreenProps {
  readonly otherwise: ReactNode;
}

/** Says to a user who has answered a call that the person who waited is gone. Shows something else to everybody else. */
export function TooLate({ actor, otherwise }: TooLateProps) {
  const hasAnswered = useContext(actor, ({ ringID }) => ringID !== undefined);
  // Before the server has the request nothing is known.
  const isQueued = useTag(actor, 'queued');
  return hasAnswered && isQueued ? <Late otherwise={otherwise} /> : otherwise;
}

function Late({ otherwise }: Pick<TooLateProps, 'otherwise'>) {
  const { t } = useTranslation('notifications');
  const now = useNow(1_000);
  const [since] = useState(now);
  return now - since > pairedWithin ? <p role="status">{t('ring.late')}</p> : otherwise;
}
