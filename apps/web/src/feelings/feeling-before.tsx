import type { Feeling } from '@unspoken/contract/feelings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { Scale } from './scale.tsx';
import { rememberTap, tappedBefore } from './tapped.ts';

/** How the user feels before the minute. It can be changed until Start. */
export function FeelingBefore({ actor }: ScreenProps) {
  const { t } = useTranslation('feelings');
  const roomID = useContext(actor, ({ room }) => room?.roomID);
  const [chosen, setChosen] = useState(() => tappedBefore(roomID));
  const choose = (feeling: Feeling) => {
    if (roomID === undefined) return;
    rememberTap(roomID, feeling);
    setChosen(feeling);
  };
  return <Scale label={t('before')} chosen={chosen} onChoose={choose} isOnDark />;
}
