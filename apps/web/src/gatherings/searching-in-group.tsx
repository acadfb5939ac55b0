import { useTranslation } from 'react-i18next';
import { ScreenHeading } from '../encounters/parts/screen-heading.tsx';
import { GettingReady, WaitingTime } from '../encounters/parts/waiting-times.tsx';
import { type ScreenProps, useContext } from '../encounters/use-encounter.ts';
import { Button } from '../ui/button.tsx';
import { useOthersInGroup } from './group-size.ts';
import { useStandsIn } from './in-gathering.ts';

/** The words of the waiting room in a group space: who else is here, that the user is next, or that they stand in. */
export function SearchingInGroup({ actor, groupID }: ScreenProps & { readonly groupID: string }) {
  const { t } = useTranslation('groupspace');
  const { t: waiting } = useTranslation('encounters');
  const standsIn = useStandsIn(actor);
  const isNext = useContext(actor, (context) => context.isNext);
  const situation = standsIn ? 'standsIn' : isNext ? 'next' : undefined;
  return (
    <>
      <ScreenHeading>{situation ? t(`waiting.${situation}`) : waiting('waiting.title')}</ScreenHeading>
      {situation ? (
        <p role="status">{t(`waiting.${situation}Text`)}</p>
      ) : (
        <GettingReady actor={actor} otherwise={<Others groupID={groupID} />} />
      )}
      {!standsIn && <WaitingTime actor={actor} />}
      <Button look="onDark" onClick={() => actor.send({ type: 'cancel pressed' })}>
        {waiting('cancel')}
      </Button>
    </>
  );
}

function Others({ groupID }: { readonly groupID: string }) {
  const { t } = useTranslation('encounters');
  const others = useOthersInGroup(groupID);
  if (others === undefined) return null;
  return (
    <p data-testid="others" aria-live="off">
      {others === 0 ? t('waiting.nobodyElse') : t('waiting.others', { count: others })}
    </p>
  );
}
