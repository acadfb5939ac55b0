import type { Feeling } from '@unspoken/contract/feelings';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { useFocusAsItAppears } from '../platform/announce-by-focus.ts';
import { useSession } from '../session/use-session.ts';
import { answersOf } from './browser-answers.ts';
import { Scale } from './scale.tsx';
import { forgetTap, tappedBefore } from './tapped.ts';

/** How the user feels after a minute before which they have said it, too. One tap answers, and can be left out. */
export function FeelingAfter({ actor }: ScreenProps) {
  const { t } = useTranslation('feelings');
  const { user } = useSession();
  const roomID = useContext(actor, ({ room }) => room?.roomID);
  const [before] = useState(() => tappedBefore(roomID));
  const [isAnswered, setAnswered] = useState(false);
  // A user who moves on without an answer leaves nothing behind.
  useEffect(() => forgetTap, []);
  if (before === undefined || roomID === undefined || !user) return null;
  const answer = (after: Feeling) => {
    forgetTap();
    setAnswered(true);
    void answersOf(user.userId).give(roomID, before, after);
  };
  if (!isAnswered) return <Scale label={t('after')} onChoose={answer} />;
  return <Answered />;
}

/** The focus goes to it once, from the button that is gone, so that it is read out without a live region. */
function Answered() {
  const { t } = useTranslation('feelings');
  const text = useFocusAsItAppears<HTMLParagraphElement>();
  return (
    <p ref={text} tabIndex={-1}>
      {t('answered')}
    </p>
  );
}
