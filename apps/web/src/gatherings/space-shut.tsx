import { type Gathering, unregisterFromGathering } from '@unspoken/contract/gatherings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Button } from '../ui/button.tsx';
import styles from './group-space.module.css';
import { SpacePage, Welcome } from './space-parts.tsx';
import { useUntil } from './space-text.ts';

interface SpaceShutProps {
  readonly gathering: Gathering;
  readonly now: number;
}

/** Before the doors open: what this is, when it begins, and that nothing else needs to be done. */
export function SpaceShut({ gathering, now }: SpaceShutProps) {
  const { t } = useTranslation('groupspace');
  const until = useUntil();
  const { durations } = useConfiguration();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>();
  const { gatheringID, startTimeMillSec, isHost } = gathering;
  const opensAt = startTimeMillSec - durations.gatheringDoors;
  const leave = () => {
    setFailure(undefined);
    call(unregisterFromGathering, { body: { gatheringID } }).then(() => navigate('/'), setFailure);
  };
  return (
    <SpacePage gathering={gathering} now={now}>
      <section className={styles.card}>
        <p className={styles.next} role="status">
          {t('shut.opens', { when: until(opensAt, now) })}
        </p>
        <p className={styles.soft}>{t('shut.text', { count: Math.round(durations.gatheringDoors / 60_000) })}</p>
        <FormAlert failure={failure} invalid={false} />
        {!isHost && (
          <Button look="quiet" onClick={leave}>
            {t('shut.cannotCome')}
          </Button>
        )}
      </section>
      <Welcome gathering={gathering} />
    </SpacePage>
  );
}
