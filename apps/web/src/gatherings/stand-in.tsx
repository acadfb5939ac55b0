import { type Gathering, standIn } from '@unspoken/contract/gatherings';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { Checkbox } from '../ui/field.tsx';
import styles from './group-space.module.css';

interface StandInProps {
  readonly gathering: Gathering;
  readonly onChange: (gathering: Gathering) => void;
}

/** The host or a volunteer offers to be there for somebody who is left alone. */
export function StandIn({ gathering: { gatheringID, standsIn }, onChange }: StandInProps) {
  const { t } = useTranslation('groupspace');
  const id = useId();
  const [failure, setFailure] = useState<unknown>();
  /** What was chosen and is not answered yet. */
  const [wanted, setWanted] = useState<boolean>();
  const choose = (isWanted: boolean) => {
    setFailure(undefined);
    setWanted(isWanted);
    call(standIn, { body: { gatheringID, standsIn: isWanted } })
      .then(({ gathering }) => onChange(gathering), setFailure)
      .finally(() => setWanted(undefined));
  };
  return (
    <div className={styles.standIn}>
      <FormAlert failure={failure} invalid={false} />
      <Checkbox
        checked={wanted ?? standsIn}
        disabled={wanted !== undefined}
        onChange={({ target }) => choose(target.checked)}
        aria-describedby={id}
      >
        {t('standIn.label')}
      </Checkbox>
      <p id={id} className={styles.small}>
        {t('standIn.text')}
      </p>
    </div>
  );
}
